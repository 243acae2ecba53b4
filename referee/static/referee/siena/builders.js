// What each composer means: (root, what was tapped) -> {command, label, effect} or null while it is
// not complete. Each also draws what was tapped so far. *effect* only where the page knows it; else
// the server is asked.

const HORSES = 10;

function said(root, number) {
  const line = root.querySelector(".composer-said");
  if (line) line.textContent = line.dataset.said.replace("%s", number);
}

function pick(root, { picked }) {
  const names = {};
  for (const button of root.querySelectorAll("[data-pick]")) {
    const { pick: slug, name } = button.dataset;
    const place = picked.indexOf(slug);
    names[slug] = name;
    button.setAttribute("aria-pressed", place >= 0);
    button.querySelector(".picked-as").textContent = place >= 0 ? place + 1 : "";
  }
  said(root, picked.length);
  if (picked.length !== Number(root.dataset.number)) return null;
  const told = picked.map((slug) => names[slug]).join(", ");
  return { command: { do: root.dataset.do, contrade: [...picked] }, label: `${root.dataset.label}: ${told}` };
}

function tratta(root, own) {
  const slots = [...root.querySelectorAll("[data-slot]")];
  own.slot ||= slots.find(({ dataset }) => !own.given[dataset.slot])?.dataset.slot;
  for (const button of slots) {
    const horse = own.given[button.dataset.slot];
    const card = horse && root.querySelector(`[data-horse="${horse}"]`);
    button.setAttribute("aria-pressed", button.dataset.slot === own.slot);
    button.querySelector(".slot-horse").textContent = card ? card.dataset.name : "";
  }
  const given = Object.values(own.given);
  for (const card of root.querySelectorAll("[data-horse]")) {
    card.classList.toggle("given", given.includes(card.dataset.horse));
  }
  said(root, given.length);
  if (given.length !== HORSES) return null;
  return { command: { do: "tratta", horses: { ...own.given } }, label: root.dataset.label };
}

function jockeys(root) {
  const named = [...root.querySelectorAll("input")]
    .map(({ name, value }) => [name, value.trim()]).filter(([, value]) => value);
  return { command: { do: "jockeys", jockeys: Object.fromEntries(named) }, label: root.dataset.label };
}

// Only lawful targets of who plays can be tapped.
function pact(root) {
  const chosen = (name) => root.querySelector(`[name="${name}"]:checked`);
  const player = chosen("player");
  if (root.dataset.targets) {
    const targets = JSON.parse(root.dataset.targets)[player?.value] ?? [];
    for (const field of root.querySelectorAll("[name=target]")) {
      field.disabled = !targets.includes(field.value);
      if (field.disabled) field.checked = false;
      field.closest("label").hidden = field.disabled && Boolean(player);
    }
  }
  const holding = root.querySelector(".holding");
  if (holding) {
    holding.hidden = !JSON.parse(holding.dataset.withoutPhone).includes(player?.value);
    holding.querySelector("[data-player]").dataset.player = player?.value ?? "";
  }
  const [card, target] = [chosen("card"), chosen("target")];
  if (!player || !card || !target) return null;
  return {
    command: { do: "pact", player: player.value, card: card.value, target: target.value },
    label: `${player.value}: ${card.dataset.name} → ${target.dataset.name}`,
  };
}

function offer(root, { number }) {
  const standing = Number(root.dataset.standing);
  const now = number ?? standing;
  root.querySelector("output").textContent = now;
  if (now === standing) return null;
  const { player, label } = root.dataset;
  return { command: { do: "offer", player, cards: now }, label: label.replace("%s", now) };
}

// With the program's cards those of accepted offers are drawn by it, which no page knows before.
function enter(root) {
  const accepted = [...root.querySelectorAll("[type=checkbox]:checked")];
  const command = { do: "enter", accept: accepted.map(({ name }) => name) };
  const told = accepted.map(({ name, dataset }) => `${name} ${dataset.cards}`).join(", ");
  const label = told ? `${root.dataset.label} (${told})` : root.dataset.label;
  if (!told || !root.dataset.drawn) return { command, label };
  return {
    command: { ...command, program: true },
    label,
    effect: [{ text: root.dataset.drawn, rules: ["P14", "P16"] }],
  };
}

// Without the track (pads, corrections): the face, and the lanes if they were chosen.
function roll(root) {
  const face = root.querySelector("[name=value]:checked");
  const lanes = root.querySelector("[name=lanes]").value.trim();
  if (!face || !/^[1-5\s,]*$/.test(lanes)) return null;
  const command = { do: "roll", value: Number(face.value) };
  if (lanes) command.lanes = lanes.replace(/[\s,]+/g, "").split("").map(Number);
  return { command, label: `${root.dataset.label} ${face.value}${lanes ? ` (${lanes})` : ""}` };
}

export const BUILDERS = { pick, tratta, jockeys, pact, offer, enter, roll };
