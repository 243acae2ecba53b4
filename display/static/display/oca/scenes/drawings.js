// What the scenes of the Goose Game show: small drawings as markup. The Quarters' symbols, the dice
// and the signs are the page's own; what is only played lives here.

export const use = (id, box = "0 0 64 64", name = "") =>
  `<svg class="${name}" viewBox="${box}" aria-hidden="true"><use href="#${id}"></use></svg>`;

export const pawn = (slug) => use(`pawn-${slug}`, "0 0 64 80", "s-pawn");
export const emblem = (slug) => use(`q-${slug}`, "0 0 64 64", "s-emblem");
export const sign = (name) => use(`sign-${name}`, "0 0 64 64", "s-sign");

export const flatDie = (value) => use(`die-${value}`, "0 0 64 64", "s-flat-die");

// A square of the board, its number to be filled in.
export const medal = () => '<div class="s-medal"><b data-number></b></div>';

// A white goose in flight, seen from the side, facing right; its wings beat around the shoulder.
export const goose = `<div class="s-goose"><svg viewBox="0 0 240 160" aria-hidden="true">
<g class="s-wing s-wing-far"><path class="goose-fill" d="M112 78C98 56 70 30 30 14C34 30 40 38 50 46C40 46 34 46 28 44C36 58 48 66 60 70C54 72 50 73 44 73C62 86 90 90 112 92Z" stroke-width="3" stroke-linejoin="round"></path></g>
<path class="sign-beak" d="M208 52L236 60L208 66Z" stroke-width="3" stroke-linejoin="round"></path>
<path class="goose-fill" d="M16 92C34 84 62 76 92 76C120 76 140 78 156 68C168 60 176 46 190 42C204 38 216 46 215 57C214 67 204 70 196 70C186 72 182 84 172 96C158 112 128 122 96 120C66 118 44 108 16 92Z" stroke-width="3.4" stroke-linejoin="round"></path>
<path class="sign-leg" d="M92 119C80 124 66 126 54 124M104 120C94 127 82 131 70 131" fill="none" stroke-width="4" stroke-linecap="round"></path>
<circle class="sign-ink" cx="200" cy="53" r="3"></circle>
<g class="s-wing s-wing-near"><path class="goose-fill" d="M136 84C126 58 100 26 58 4C60 20 64 28 72 38C62 36 56 34 50 32C56 48 66 57 78 62C72 64 66 64 60 63C76 82 106 98 138 100Z" stroke-width="3" stroke-linejoin="round"></path><path class="sign-detail" d="M124 84C112 70 98 58 80 48M118 92C106 82 94 74 80 68" fill="none" stroke-width="2" stroke-linecap="round"></path></g>
</svg></div>`;

export const scythe = `<svg class="s-scythe" viewBox="0 0 200 200" aria-hidden="true">
<path class="rod-edge" d="M184 192L70 40" fill="none" stroke-width="12" stroke-linecap="round"></path>
<path class="rod-line" d="M184 192L70 40" fill="none" stroke-width="7" stroke-linecap="round"></path>
<path class="s-blade" d="M78 34C52 22 22 34 4 84C24 58 50 52 80 56Z" stroke-width="3" stroke-linejoin="round"></path>
</svg>`;

// A noose of cord that hangs from above; the loop closes by its own scale.
export const snare = `<div class="s-snare"><svg class="s-cord" viewBox="0 0 20 200" preserveAspectRatio="none" aria-hidden="true"><path class="cord-line" d="M10 0V200" fill="none" stroke-width="6"></path></svg>
<svg class="s-loop" viewBox="0 0 200 80" aria-hidden="true"><ellipse class="cord-line" cx="100" cy="40" rx="92" ry="32" fill="none" stroke-width="9"></ellipse></svg></div>`;

export const seal = `<div class="s-seal"><svg viewBox="0 0 100 100" aria-hidden="true"><path class="s-wax" d="M50 4C60 2 66 10 75 12C86 14 88 24 91 33C95 41 99 48 95 57C92 66 92 76 83 82C75 88 68 96 57 95C48 94 40 99 31 93C22 88 12 86 9 75C7 66 2 58 5 48C8 39 7 29 15 22C23 15 29 12 37 10C42 8 45 5 50 4Z"></path><circle cx="50" cy="50" r="33" fill="none" class="s-wax-line" stroke-width="2.5"></circle></svg><b data-number></b></div>`;

export const whistle = `<svg class="s-whistle" viewBox="0 0 160 110" aria-hidden="true">
<path class="s-brass" d="M8 30H112A36 36 0 1 1 76 66L76 58H8Z" stroke-width="4" stroke-linejoin="round"></path>
<circle class="s-hole" cx="112" cy="66" r="15"></circle><path class="s-hole" d="M70 26H90V40H76Z"></path>
</svg>`;

// The portcullis of the Palio zone: it falls before whoever must wait outside, on 47.
export const gate = `<svg class="s-gate" viewBox="0 0 120 150" aria-hidden="true">
<path class="s-bars" d="M14 2V140M37 2V140M60 2V140M83 2V140M106 2V140M4 26H116M4 62H116M4 98H116" fill="none" stroke-width="8" stroke-linecap="round"></path>
<path class="s-bars-fill" d="M8 136L14 150L20 136ZM31 136L37 150L43 136ZM54 136L60 150L66 136ZM77 136L83 150L89 136ZM100 136L106 150L112 136Z"></path>
</svg>`;

export const arrows = `<svg class="s-arrows" viewBox="0 0 120 120" aria-hidden="true">
<path class="s-stroke" d="M60 14A46 46 0 0 1 103 44M106 60A46 46 0 0 1 60 106M60 106A46 46 0 0 1 17 76M14 60A46 46 0 0 1 60 14" fill="none" stroke-width="10"></path>
<path class="s-ink" d="M92 44H120L104 64ZM28 76H0L16 56Z"></path>
</svg>`;

// Gold rays; turned as a whole.
export const rays = `<svg class="s-rays" viewBox="-100 -100 200 200" aria-hidden="true"><path class="s-ray" d="${
  Array.from({ length: 16 }, (_, i) => {
    const point = (turn) => `${(Math.sin(turn) * 100).toFixed(1)} ${(-Math.cos(turn) * 100).toFixed(1)}`;
    const turn = (i * Math.PI) / 8;
    return `M0 0L${point(turn - 0.1)}L${point(turn + 0.1)}Z`;
  }).join("")}"></path></svg>`;
