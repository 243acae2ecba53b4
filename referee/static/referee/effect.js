// Small parts of pages: a node, a button, an effect as a list (each sentence with its rules).

export function element(tag, content, className) {
  const made = document.createElement(tag);
  made.textContent = content;
  if (className) made.className = className;
  return made;
}

export function showEffect(lines) {
  const list = document.createElement("ol");
  list.className = "effect";
  for (const line of lines) {
    const item = element("li", line.text);
    item.append(" ", element("small", line.rules.join(" "), "rule"));
    list.append(item);
  }
  return list;
}

export function control(content, className, act) {
  const made = element("button", content, className);
  made.type = "button";
  made.onclick = act;
  return made;
}
