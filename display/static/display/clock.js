// The server's time on this device, whatever its own clock says.

// A page from a service worker's store (data-kept) tells an old time: then the device's own counts.
const { serverTime, kept } = document.body.dataset;
const told = kept ? 0 : Number(serverTime);
const answered = performance.getEntriesByType("navigation")[0]?.responseStart ?? 0;
const offset = told ? told - (performance.timeOrigin + answered) : 0;

export const serverNow = () => Date.now() + offset;

// 3661 -> "1:01:01"; 61 -> "1:01". `hours`: always with hours.
export function hands(seconds, hours = false) {
  const left = Math.max(0, Math.ceil(seconds));
  const two = (number) => String(number).padStart(2, "0");
  const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  if (!hours && !parts[0]) parts.shift();
  return parts.map((part, i) => (i ? two(part) : part)).join(":");
}
