// The Direction dialog: opening, closing, and its forms. A form becomes a command, the server says
// what it would do, and the console's confirm area takes over ("form-chosen").

import { post } from "../cagli_oca/post.js";
import { commandOf, fillIn } from "./forms.js";

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

document.addEventListener("change", (event) => {
  if (event.target.matches("form[data-form] [data-standing]")) fillIn(event.target.form);
});

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-form]");
  if (!form) return;
  event.preventDefault();
  const error = form.querySelector(".form-error");
  error.hidden = true;
  try {
    const command = commandOf(form);
    const { code, answer } = await post(document.body.dataset.previewUrl,
      { ...command, reason: REASON_TO_COME }).catch(() => { throw new Error(texts.no_answer); });
    if (code !== 200) throw new Error([answer.rule, answer.message].filter(Boolean).join(": "));
    if (!form.closest("dialog").open) return;
    form.closest("dialog").close();
    document.dispatchEvent(new CustomEvent("form-chosen", {
      detail: {
        command, needs: ["reason"], effect: answer.effect, seen: answer.seen,
        label: form.closest("section").querySelector("h3").firstChild.textContent.trim(),
      },
    }));
  } catch (problem) {
    error.textContent = problem.message;
    error.hidden = false;
  }
});
