// Starting in the middle: a form, and the same as one line of text. What is changed in one is
// written into the other. The line is games/oca/scoreboard.py's; the server checks it by the rules.

const find = (id) => document.getElementById(id);
const PLAYING = ["throw", "draw", "whistle", "result"];
const SUSPENDED = "suspended-from-";
const MARKS = ["bonus", "halved", "doubled", "whistled"];

const whole = (input) => Math.max(0, Math.trunc(Number(input.value)) || 0);
const numbers = (text) => [...new Set((text.match(/\d+/g) ?? []).map(Number))].sort((a, b) => a - b);

function quarterText(row, turn) {
  const mark = (name) => row.querySelector(`[data-mark=${name}]`);
  const words = [(turn ? "*" : "") + row.dataset.quarter, whole(mark("square"))];
  for (const used of ["bonus", "select_team"]) if (mark(used).checked) words.push(used[0]);
  for (const [name, letter] of [["death_rolls", "d"], ["skips", "k"]]) {
    if (whole(mark(name))) words.push(letter + whole(mark(name)));
  }
  const cleared = numbers(mark("cleared").value);
  if (cleared.length) words.push(`c${cleared}`);
  return words.join(":");
}

function fillQuarter(row, text) {
  const [, turn, rest] = text.match(/^(\*?)\w+:(.*)$/);
  const [square, ...marks] = rest.split(":");
  const told = (letter) => marks.find((word) => word.startsWith(letter))?.slice(1);
  const mark = (name) => row.querySelector(`[data-mark=${name}]`);
  row.querySelector("[type=radio]").checked = Boolean(turn);
  mark("square").value = square;
  for (const used of ["bonus", "select_team"]) mark(used).checked = marks.includes(used[0]);
  mark("death_rolls").value = told("d") ?? 0;
  mark("skips").value = told("k") ?? 0;
  mark("cleared").value = (told("c") ?? "").replaceAll(",", ", ");
}

// positionForm({header, touched}) -> {line(), redraw()}: the header's position, or "" for none.
export function positionForm({ header, touched }) {
  const box = find("position-form");
  const line = find("position");
  const rows = () => [...find("position-quarters").children];
  const phase = () => find("position-phase").value;

  function challengeText() {
    const words = [find("position-trial").value, `from${whole(find("position-origin"))}`,
      `score${whole(find("position-score"))}`];
    const against = phase() === "draw" ? "" : find("position-opponent").value;
    if (against && against !== "select-team") words.push(against);
    const on = (name) => (name === "whistled" && phase() !== "whistle" ? phase() === "result"
      : box.querySelector(`[data-challenge=${name}]`).checked);
    if (on("bonus")) words.push("bonus");
    if (against === "select-team") words.push(against);
    return [...words, ...MARKS.slice(1).filter(on)].join(":");
  }

  function write() {
    const turn = box.querySelector("[name=position-turn]:checked")?.value;
    const opponent = find("position-opponent");
    if (opponent.value === turn) {
      opponent.value = header.order.find((slug) => slug !== turn);
    }
    const words = [(find("position-suspended").checked ? SUSPENDED : "") + phase(),
      whole(find("position-game")), ...rows().map((row) => quarterText(row, row.dataset.quarter === turn))];
    if (phase() !== "throw") words.push(challengeText());
    line.value = words.join(" ");
    find("position-said").hidden = true;
    show();
  }

  // Whether the form can tell what the line says; an evening that is over it cannot.
  function fill() {
    const [told, game, ...rest] = line.value.trim().split(" ");
    const playing = told.replace(SUSPENDED, "");
    const standings = rest.slice(0, rows().length);
    const fits = PLAYING.includes(playing) && /^\d+$/.test(game) && rows().every((row, i) =>
      standings[i]?.replace(/^\*/, "").startsWith(`${row.dataset.quarter}:`));
    if (!fits) return false;
    find("position-phase").value = playing;
    find("position-suspended").checked = told !== playing;
    find("position-game").value = game;
    rows().forEach((row, i) => fillQuarter(row, standings[i]));
    const [trial, origin, score, ...marks] = (rest[rows().length] ?? "").split(":");
    if (trial) {
      find("position-trial").value = trial;
      find("position-origin").value = origin?.replace("from", "");
      find("position-score").value = score?.replace("score", "");
      const against = marks.find((mark) => !MARKS.includes(mark));
      if (against) find("position-opponent").value = against;
    }
    for (const name of MARKS) box.querySelector(`[data-challenge=${name}]`).checked = marks.includes(name);
    show();
    return true;
  }

  // Only what can be said now: nobody draws its own flag.
  function show() {
    const turn = box.querySelector("[name=position-turn]:checked")?.value;
    for (const option of find("position-opponent").options) option.disabled = option.value === turn;
    const open = phase() !== "throw";
    find("position-challenge").hidden = !open;
    for (const part of box.querySelectorAll("[data-drawn]")) part.hidden = phase() === "draw";
    box.querySelector("[data-whistle]").hidden = phase() !== "whistle";
  }

  function redraw() {
    for (const slug of header.order) {
      find("position-quarters").append(rows().find((row) => row.dataset.quarter === slug));
    }
    if (find("position-on").checked && header.order.length === rows().length) write();
  }

  function toggle() {
    const on = find("position-on").checked;
    box.hidden = !on;
    if (!on) return;
    if (!box.querySelector("[name=position-turn]:checked")) {
      rows()[0].querySelector("[type=radio]").checked = true;
    }
    write();
  }

  // The trial whose turn it is in the Order of Play.
  function trialOfGame() {
    const trial = header.order_of_play[whole(find("position-game")) - 1];
    if (trial) find("position-trial").value = trial;
  }

  line.value = header.position ?? "";
  if (line.value) find("position-on").checked = find("position-box").open = true;
  box.hidden = !find("position-on").checked;
  for (const slug of header.order) {
    find("position-quarters").append(rows().find((row) => row.dataset.quarter === slug));
  }
  if (line.value) fill();
  // Ticked before this script was there, or by a browser that remembers forms.
  else if (find("position-on").checked) toggle();
  find("position-on").addEventListener("change", () => { toggle(); touched(); });
  box.addEventListener("input", (event) => {
    if (event.target === line) find("position-said").hidden = fill();
    else {
      if (event.target === find("position-game") || event.target === find("position-phase")) trialOfGame();
      write();
    }
  });
  return { redraw, line: () => (find("position-on").checked ? line.value.trim() : "") };
}
