// What Siena's scenes show: the page's own symbols as markup, dressed in a Contrada's colours.

import { make } from "../../stage.js";
import { nameOf } from "../shared.js";

export const use = (id, box, name = "", more = "") =>
  `<svg class="${name}" viewBox="${box}" aria-hidden="true"${more}><use href="#${id}"></use></svg>`;

export const shield = (slug) => use(`shield-${slug}`, "0 0 100 100", "s-shield");
export const standard = (mode) => use(`s-standard-${mode}`, "0 0 80 200", "s-standard");
export const sign = (name, slug = "") =>
  use(`s-${name}`, name.match(/jockey|riderless|out/) ? "0 0 120 100" : "0 0 100 100", `s-sign s-sign-${name}`, slug && ` data-contrada="${slug}"`);

const SIGNS = { "+": "plus-", "-": "minus-" };

// "race+2" → the card's face.
export const card = (kind) =>
  use(`s-card-${kind.replace(/[+-]/, (sign) => `-${SIGNS[sign]}`)}`, "0 0 63 88", "s-card");
export const back = use("s-card-back", "0 0 63 88", "s-card s-card-back");
export const horseCard = (kind) => use(`s-card-${kind}`, "0 0 63 88", "s-card");

// Shield and name on a band of the two colours.
export function band(slug, more = "") {
  const node = make(`<div class="s-band dressed" data-contrada="${slug}">${shield(slug)}<b></b>${more}</div>`);
  node.querySelector("b").textContent = nameOf(slug);
  return node;
}

// A card that shows its back, to be turned over.
export const turning = (face) => `<div class="s-turning"><i class="s-side">${face}</i><i class="s-side s-side-back">${back}</i></div>`;

export const rays = `<svg class="s-rays" viewBox="-100 -100 200 200" aria-hidden="true"><path class="s-ray" d="${
  Array.from({ length: 18 }, (_, i) => {
    const point = (turn) => `${(Math.sin(turn) * 100).toFixed(1)} ${(-Math.cos(turn) * 100).toFixed(1)}`;
    const turn = (i * Math.PI) / 9;
    return `M0 0L${point(turn - 0.09)}L${point(turn + 0.09)}Z`;
  }).join("")}"></path></svg>`;
