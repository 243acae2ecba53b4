// The speaker's page: the server writes the sentences, news fetch them anew.

import { age, follow } from "../cagli_oca/live.js";
import { post } from "../referee/send.js";

const { edition, releaseUrl } = document.body.dataset;
const lamp = document.getElementById("lamp");
const words = JSON.parse(document.getElementById("lamp-words").textContent);
const news = () => htmx.trigger("#speech", "news");

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-release]");
  if (!button) return;
  button.disabled = true;
  try {
    await post(releaseUrl, { seq: Number(button.dataset.release) });
  } catch { /* the button comes back with the next fragment */ }
  button.disabled = false;
  news();
});

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
