// The page of the screens. htmx sends the forms and fetches the news; here: what keeps edits, open
// details and the preview in place while cards come and go.

const trouble = document.getElementById("trouble");
const opened = new Set();

const cardOf = (element) => element.closest(".screen");
const isEdited = (form) => [...form.elements].some((field) => {
  if (field.type === "radio" || field.type === "checkbox") {
    return field.checked !== field.defaultChecked;
  }
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
      && field.value !== (field.querySelector("option[selected]") ?? field.options[0]).value;
  }
  return "defaultValue" in field && field.value !== field.defaultValue;
});
const edited = () => [...document.querySelectorAll(".settings")].filter(isEdited);

// ------------------------------------------------------------------------------- the preview

function address(form) {
  const query = new URLSearchParams(new FormData(form));
  for (const other of ["csrfmiddlewaretoken", "loaded"]) query.delete(other);
  query.set("preview", "1");
  return `${document.getElementById("screens").dataset.preview}?${query}`;
}

// The page at the screen's own size, scaled down into the box.
function fitPreview(box) {
  const frame = box.querySelector("iframe");
  if (!frame) return;
  const { width, height } = box.dataset;
  const scale = Math.min(box.clientWidth / width, box.dataset.tallest / height);
  frame.width = width;
  frame.height = height;
  frame.style.transform = `scale(${scale})`;
  box.style.height = `${height * scale}px`;
  box.style.setProperty("--width", `${width * scale}px`);
}

function hidePreview(box) {
  box.replaceChildren();
  box.hidden = true;
  cardOf(box).querySelector("[data-look]").setAttribute("aria-expanded", "false");
}

// One at a time: each is a whole board with a socket of its own.
function showPreview(form) {
  const box = cardOf(form).querySelector(".preview");
  for (const other of document.querySelectorAll(".preview")) {
    if (other !== box && !other.hidden) hidePreview(other);
  }
  let frame = box.querySelector("iframe");
  if (!frame) {
    frame = document.createElement("iframe");
    frame.title = box.dataset.title;
    frame.inert = true;
    frame.tabIndex = -1;
    box.append(frame);
  }
  box.dataset.tallest = Math.min(innerHeight * 0.6, 420);
  box.hidden = false;
  cardOf(form).querySelector("[data-look]").setAttribute("aria-expanded", "true");
  if (frame.getAttribute("src") !== address(form)) frame.src = address(form);
  fitPreview(box);
}

addEventListener("resize", () => document.querySelectorAll(".preview:not([hidden])").forEach(fitPreview));

// ------------------------------------------------------------------------------------ edits

function tellEdited(form) {
  const is = isEdited(form);
  form.querySelector(".unsaved").hidden = !is;
  if (is) form.querySelector(".said").textContent = "";
}

document.addEventListener("input", ({ target }) => {
  const output = target.type === "range" && target.parentElement.querySelector("output");
  if (output) {
    const number = Number(target.value).toLocaleString(document.documentElement.lang);
    output.textContent = `${number} ${output.dataset.unit}`;
  }
});
document.addEventListener("change", ({ target }) => {
  const form = target.closest(".settings");
  if (!form) return;
  tellEdited(form);
  showPreview(form);
});
document.addEventListener("click", ({ target }) => {
  const look = target.closest("[data-look]");
  if (!look) return;
  const box = cardOf(look).querySelector(".preview");
  if (box.hidden) showPreview(look.form);
  else hidePreview(box);
});
addEventListener("beforeunload", (event) => { if (edited().length) event.preventDefault(); });

// --------------------------------------------------------------------------------- fragments

// A card that somebody works on is not changed under their hands (but goes if it was forgotten);
// its status is told anyway.
document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target: card, fragment } = event.detail;
  if (!card.matches?.(".screen") || !fragment.childElementCount) return;
  const form = card.querySelector(".settings");
  const busy = card.contains(document.activeElement) || (form && isEdited(form))
    || card.querySelector(".preview:not([hidden])");
  if (busy) event.detail.shouldSwap = false;
});
document.addEventListener("toggle", ({ target }) => {
  if (target.open) opened.add(target.id);
  else opened.delete(target.id);
}, true);
document.body.addEventListener("htmx:load", ({ detail: { elt } }) => {
  // Two answers on their way at once may both bring a new card.
  if (elt.matches(".screen") && document.getElementById(elt.id) !== elt) elt.remove();
  else ready(elt);
});

function ready(root) {
  for (const details of root.querySelectorAll("details[id]")) {
    if (opened.has(details.id)) details.open = true;
  }
  for (const look of root.querySelectorAll("[data-look]")) look.hidden = false;
}
ready(document);

const pairing = document.getElementById("pair");
pairing.addEventListener("htmx:afterRequest", ({ detail }) => { if (detail.xhr.status === 200) pairing.reset(); });

function tell(what) {
  trouble.hidden = !what;
  if (what) trouble.textContent = trouble.dataset[what];
}
document.body.addEventListener("htmx:sendError", () => tell("lost"));
document.body.addEventListener("htmx:timeout", () => tell("lost"));
document.body.addEventListener("htmx:responseError", ({ detail: { xhr } }) => {
  tell([401, 403].includes(xhr.status) ? "signedOut" : "lost");
});
document.body.addEventListener("htmx:afterOnLoad", ({ detail: { xhr } }) => {
  if (xhr.status < 400) tell("");
});
