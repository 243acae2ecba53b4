// The speaker's page: the server writes the sentences, news fetch them anew.

import { age, follow } from "../cagli_oca/live.js";
import { post } from "../cagli_oca/post.js";

const { edition, releaseUrl } = document.body.dataset;
const lamp = document.getElementById("lamp");
const words = JSON.parse(document.getElementById("lamp-words").textContent);
const say = (text) => { lamp.textContent = text; lamp.classList.add("lost"); };
const news = () => htmx.trigger("#speech", "news");

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-release]");
  if (!button) return;
  button.disabled = true;
  try {
    const { answer } = await post(releaseUrl, { seq: Number(button.dataset.release) });
    if (answer.status !== "released") say(answer.message);
  } catch {
    say(words.no_answer);
  }
  button.disabled = false;
  news();
});

// A fragment refused: the session has ended.
document.addEventListener("htmx:responseError", () => say(words.signed_out));

if (edition) {
  follow({
    url: `/ws/?edition=${edition}&lang=${document.documentElement.lang}`,
    picture: null,
    draw: news,
    tell({ connected, since }) {
      lamp.classList.toggle("lost", !connected);
      lamp.textContent = connected ? words.live : age(since, words);
    },
  });
}
