// A page that records by its script takes no tap before the script listens: on a slow network the
// buttons come first, and a tap that nobody hears would be a lost one. Its main part comes inert, and
// the script's last line wakes it.

export function awake() {
  document.querySelector("main").inert = false;
}
