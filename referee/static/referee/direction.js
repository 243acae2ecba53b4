// The Direction dialog: opening, closing, and its forms. A form becomes a command, the server says
// what it would do, and the console's confirm area takes over ("form-chosen").

import { post } from "../cagli_oca/post.js";

const texts = JSON.parse(document.getElementById("texts").textContent);
const REASON_TO_COME = "…";

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) {
    const dialog = document.getElementById(opener.dataset.opens);
    dialog.showModal();
    dialog.addEventListener("close", () => document.dispatchEvent(new Event("dialog-closed")),
      { once: true });
    const form = dialog.querySelector("form[data-form]");
    if (form) fillIn(form);
  }
  const closer = event.target.closest("[data-closes]");
  if (closer) document.getElementById(closer.dataset.closes).close();
});

// Every field starts as things stand; only what differs is set.
function fillIn(form) {
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

document.addEventListener("change", (event) => {
  if (event.target.matches("form[data-form] [name=quarter]")) fillIn(event.target.form);
});

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

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-form]");
  if (!form) return;
  event.preventDefault();
  const error = form.querySelector(".form-error");
  error.hidden = true;
  try {
    const command = { do: form.dataset.form, quarter: form.elements.quarter.value };
    for (const field of form.querySelectorAll("[data-type]")) {
      if (field.value === field.dataset.now) continue;
      command[field.name] = READ[field.dataset.type](field.value);
    }
    if (Object.keys(command).length === 2) throw new Error(texts.nothing_set);
    const { code, answer } = await post(document.body.dataset.previewUrl,
      { ...command, reason: REASON_TO_COME }).catch(() => { throw new Error(texts.no_answer); });
    if (code !== 200) throw new Error([answer.rule, answer.message].filter(Boolean).join(": "));
    if (!form.closest("dialog").open) return;
    form.closest("dialog").close();
    document.dispatchEvent(new CustomEvent("form-chosen", {
      detail: {
        command, needs: ["reason"], effect: answer.effect, seen: answer.seen,
        label: form.closest("section").querySelector("h3").firstChild.textContent.trim(),
        suspense: false,
      },
    }));
  } catch (problem) {
    error.textContent = problem.message;
    error.hidden = false;
  }
});
