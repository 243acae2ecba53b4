// What every drawing is made of. Numbers are written with two digits after the point.

const NAMESPACE = "http://www.w3.org/2000/svg";

export function element(name, attributes = {}, children = []) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, typeof value === "number" ? Number(value.toFixed(2)) : value);
  }
  made.append(...children);
  return made;
}

// A word or a number, its middle at this height.
export function write(name, text, x, y, size, anchor = "middle") {
  const made = element("text", { class: name, x, y, dy: "0.34em", "text-anchor": anchor, "font-size": size });
  made.textContent = text;
  return made;
}
