import { make } from "../stage.js";

const PIECES = 12;

// One burst of paper at x, y (hundredths of the frame), thrown out and then falling; *lasts*: ms.
export function burst(show, stage, [x, y, delay], lasts) {
  const unit = Math.min(stage.clientWidth, stage.clientHeight) / 100;
  for (let i = 0; i < PIECES; i += 1) {
    const paper = make(`<i class="s-paper s-paper-${i % 4}"></i>`);
    paper.style.left = `${x}%`;
    paper.style.top = `${y}%`;
    stage.append(paper);
    const turn = (i / PIECES) * 2 * Math.PI + Math.random() * 0.4;
    const far = (22 + Math.random() * 20) * unit;
    const [dx, dy] = [Math.cos(turn) * far, Math.sin(turn) * far * 0.8];
    const spin = (Math.random() - 0.5) * 1200;
    const at = (px, py, part) => `translate(${px.toFixed(1)}px, ${py.toFixed(1)}px) `
      + `rotateZ(${(spin * part).toFixed(0)}deg) rotateX(${(spin * 1.4 * part).toFixed(0)}deg)`;
    show.begin(paper, [
      { transform: `${at(0, 0, 0)} scale(.2)`, opacity: 0 },
      { transform: at(dx * 0.8, dy * 0.9, 0.25), opacity: 1, offset: 0.2, easing: "ease-in" },
      { transform: at(dx * 1.1, dy + 62 * unit, 1), opacity: 1, offset: 0.92 },
      { transform: at(dx * 1.12, dy + 70 * unit, 1.1), opacity: 0 },
    ], { duration: lasts + Math.random() * 900, delay });
  }
}
