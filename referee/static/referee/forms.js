// A form that becomes a command: every field starts as things stand, and only what differs is set.

const texts = JSON.parse(document.getElementById("texts").textContent);

export function fillIn(form) {
  const quarter = form.querySelector("[name=quarter]:checked") || form.querySelector("[name=quarter]");
  quarter.checked = true;
  const standing = JSON.parse(quarter.dataset.standing);
  for (const field of form.querySelectorAll("[data-type]")) {
    if (!(field.name in standing)) {
      field.value = field.dataset.now;
      continue;
    }
    const value = standing[field.name];
    field.value = Array.isArray(value) ? value.join(", ") : String(value);
    field.dataset.now = field.value;
  }
}

const READ = {
  integer: (raw) => whole(raw),
  integers: (raw) => raw.split(/[\s,;]+/).filter(Boolean).map(whole),
  boolean: (raw) => raw === "true",
  text: (raw) => raw,
};

function whole(raw) {
  if (!/^\d{1,6}$/.test(raw.trim())) throw new Error(texts.bad_number);
  return Number(raw);
}

// Throws an Error, in words, for what is no number, and for a form in which nothing was changed.
export function commandOf(form) {
  const command = { do: form.dataset.form, quarter: form.elements.quarter.value };
  for (const field of form.querySelectorAll("[data-type]")) {
    if (field.value === field.dataset.now) continue;
    command[field.name] = READ[field.dataset.type](field.value);
  }
  if (Object.keys(command).length === 2) throw new Error(texts.nothing_set);
  return command;
}
