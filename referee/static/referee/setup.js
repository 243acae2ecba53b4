// What every game's set-up page does with its form: say, save, open, and amend an opened edition.
//
// setup({theHeader, numbers, amendment}) -> {form, amending, texts, header, atFirst, touched, say, told,
// leave}. theHeader() is the header as the form has it; numbers() what was called out, null while
// one is missing; amendment() the keys that differ, for the command that amends.

import { post } from "../cagli_oca/post.js";
import { sender } from "./send.js";

const find = (id) => document.getElementById(id);
const read = (id) => JSON.parse(find(id).textContent);

// A refusal with its rule; FILE is a word for files, not for people.
export const told = ({ rule, message }) => (rule && rule !== "FILE" ? `${rule}: ${message}` : message);

export function setup({ theHeader, numbers, amendment }) {
  const form = find("setup");
  const amending = form.dataset.amending === "true";
  const texts = { ...read("texts"), ...form.dataset };
  const header = read("header");
  let changed = false;

  function touched() {
    changed = true;
    say("");
  }

  function say(message, error = false) {
    find("said").textContent = message;
    find("said").className = error ? "error" : "";
  }

  function leave(address) {
    changed = false;
    location.assign(address);
  }

  async function save(open) {
    const called = numbers();
    if (!called) {
      say(texts.numbers_missing, true);
      return;
    }
    say(texts.saving);
    const sample = find("not-sample") ? !find("not-sample").checked : false;
    try {
      const { version } = form.dataset;
      const { code, answer } = await post(form.dataset.url, {
        header: theHeader(), numbers: called, sample, version, open,
      });
      if (code !== 200) {
        // Opened already, perhaps by this very tap, whose answer was lost.
        if (open && answer.next) return leave(answer.next);
        say(told(answer), true);
        return;
      }
      changed = false;
      form.dataset.version = answer.version;
      say(answer.message);
      if (open) leave(answer.next);
    } catch {
      say(texts.offline, true);
    }
  }

  // The same store as the console's: what is still pending is shown and sent there too.
  const sending = amending && sender({
    url: form.dataset.url,
    edition: form.dataset.edition,
    user: form.dataset.user,
    tell: (state, answer) => {
      if (state === "pending") {
        say(answer.offline ? texts.retrying.replace("%s", answer.tries) : texts.saving, answer.offline);
      } else if (state === "recorded") leave(form.dataset.consoleUrl);
      else if (state === "stale") {
        // The edits stay; tapped again they are built upon what has now been told.
        form.dataset.head = answer.head;
        const meanwhile = answer.meanwhile.map((row) => `${row.by || "–"}: ${row.sentence}`);
        say([answer.message, ...meanwhile, texts.look_again].join(" "), true);
      } else say(told(answer), true);
    },
  });

  function amend() {
    const command = { do: "amend", reason: find("reason").value.trim(), ...amendment() };
    sending.send(command, Number(form.dataset.head), { label: document.querySelector("h1").textContent });
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (amending) amend();
    else save(false);
  });
  form.addEventListener("input", touched);
  form.addEventListener("invalid", () => say(texts.look_again, true), true);
  addEventListener("beforeunload", (event) => { if (changed) event.preventDefault(); });
  if (amending) sending.resume();
  else {
    find("open-first").onclick = () => { if (form.reportValidity()) find("opening").showModal(); };
    find("not-yet").onclick = () => find("opening").close();
    find("open-now").onclick = () => { find("opening").close(); save(true); };
  }
  return { form, amending, texts, header, atFirst: structuredClone(header), touched, say };
}

// What each called out, from the inputs with data-caller; null while a number is missing or none,
// {} while all are.
export function numbersCalled(form) {
  const called = [...form.querySelectorAll("[data-caller]")];
  if (called.every(({ value }) => value.trim() === "")) return {};
  if (!called.every((input) => /^[0-9]{1,6}$/.test(input.value.trim()))) return null;
  return Object.fromEntries(called.map(({ dataset, value }) => [dataset.caller, Number(value)]));
}
