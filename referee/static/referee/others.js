// Who else is at a console of this edition, and what the referees must know of one another: entries
// that were not recorded because another tablet was first with something else, and screens that wait
// while the paper form is entered.

import { post } from "../cagli_oca/post.js";
import { element, control } from "./effect.js";

const EVERY = 5000;

const { hereUrl, settleUrl, signInUrl, user } = document.body.dataset;
const texts = JSON.parse(document.getElementById("texts").textContent);
const find = (id) => document.getElementById(id);

function show({ others, disagreements, catching_up: catchingUp }) {
  const names = others.map(({ by, device }) => {
    if (!device) return by;
    return by === user ? `tablet ${device}` : `${by} (${device})`;
  }).join(", ");
  find("others").hidden = !names;
  find("others").textContent = texts.with_others.replace("%s", names);
  find("others-all").hidden = !names;
  find("others-all").textContent = texts.with_others.replace("%s", names);
  find("catching-up").hidden = !catchingUp;
  find("disagreements").hidden = !disagreements.length;
  find("disagreements").replaceChildren(...disagreements.map((told) => {
    const item = element("li", "");
    item.append(element("span", told.text), " ",
      control(texts.settled, "tap", () => settle(told.pk)));
    return item;
  }));
}

async function settle(pk) {
  try {
    const { code } = await post(settleUrl, { pk });
    if (code === 200) await look();
  } catch { /* it stays in sight: tapped again */ }
}

async function look() {
  const { code, answer } = await post(hereUrl, {});
  if (code === 200) show(answer);
  if (code === 401) signedOut(answer.message);
}

// Cut off, or signed out elsewhere: told at once, and not only to who records something.
function signedOut(message) {
  if (document.querySelector("#confirm-text a, #banner a")) return;
  const link = element("a", texts.sign_in, "tap");
  link.href = signInUrl;
  find("banner").hidden = false;
  find("banner").replaceChildren(element("b", message), " ", link);
}

async function again() {
  try {
    await look();
  } catch { /* the lamp says that nothing gets through */ }
  setTimeout(again, EVERY);
}

again();
