// A form that becomes a command: every field starts as things stand, and only what differs is set.
// Whose it is, is chosen among the inputs that carry their standing.

const texts = JSON.parse(document.getElementById("texts").textContent);

const whoseOf = (form) => form.querySelector("[data-standing]:checked");

export function fillIn(form) {
  const whose = whoseOf(form) || form.querySelector("[data-standing]");
  whose.checked = true;
  const standing = JSON.parse(whose.dataset.standing);
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
  signed: (raw) => (raw.trim().startsWith("-") ? -whole(raw.trim().slice(1)) : whole(raw)),
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
  const whose = whoseOf(form);
  const command = { do: form.dataset.form, [whose.name]: whose.value };
  for (const field of form.querySelectorAll("[data-type]")) {
    if (field.value === field.dataset.now) continue;
    command[field.name] = READ[field.dataset.type](field.value);
  }
  if (Object.keys(command).length === 2) throw new Error(texts.nothing_set);
  return command;
}
