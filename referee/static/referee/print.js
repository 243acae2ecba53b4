// Pages made for paper: a button that prints, for tablets without a menu.
for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => print());
}
