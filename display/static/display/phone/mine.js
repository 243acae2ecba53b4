// My side: chosen on this phone, kept on this phone, told to nobody. Works without storage too.

import { $ } from "../parts.js";

const KEY = document.getElementById("choose").dataset.key;

let chosen = read();

function read() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function write(slug) {
  chosen = slug;
  try {
    if (slug) localStorage.setItem(KEY, slug);
    else localStorage.removeItem(KEY);
  } catch {
    // Private browsing: it lasts as long as the page.
  }
}

export const mine = () => chosen;

export function choosing(redraw) {
  const button = $("#mine");
  const dialog = $("#choose");
  if (!dialog.showModal) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    dialog.returnValue = "";
    dialog.showModal();
    $(`[value="${chosen ?? "none"}"]`, dialog)?.focus();
  });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("close", () => {
    if (!dialog.returnValue) return;
    write(dialog.returnValue === "none" ? null : dialog.returnValue);
    redraw();
  });
}
