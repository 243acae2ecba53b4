// What was not recorded, told to its author: the own entry beside what was recorded instead, what
// happened meanwhile, and each entry that came back with it as a button to enter it anew.

import { element, control } from "./effect.js";

function beside(entry, winner, texts) {
  const both = element("div", "", "beside");
  both.append(
    side(texts.yours, entry.label, "own"),
    side(texts.recorded_by.replace("%s", winner.by || "–"), winner.sentence, "winner"),
  );
  return both;
}

function side(who, what, className) {
  const made = element("p", "", className);
  made.append(element("small", who), element("b", what));
  return made;
}

// answer, entries: as send.js tells it. enterAnew(entry) chooses it on the present state.
export function outcome(answer, entries, texts, enterAnew) {
  const { meanwhile = [], winner } = answer;
  const [entry] = entries;
  const parts = [element("p", answer.message, "title")];
  if (winner) parts.push(beside(entry, winner, texts));
  else if (entries.length === 1) parts.unshift(element("p", entry.label, "title"));
  if (answer.rule) parts.push(element("p", answer.rule, "rule"));
  const others = meanwhile.filter((row) => row.seq !== winner?.seq);
  parts.push(...others.map((row) =>
    element("p", `${row.seq} · ${texts.by.replace("%s", row.by || "–")}: ${row.sentence}`)));
  if (entries.length > 1 || entry.blind) {
    const list = element("ol", "", "came-back");
    for (const back of entries) {
      const item = element("li", "");
      item.append(control(`${back.label} · ${texts.enter_anew}`, "tap", () => enterAnew(back)));
      list.append(item);
    }
    parts.push(element("p", texts.came_back.replace("%s", entries.length), "status"), list);
  }
  return parts;
}
