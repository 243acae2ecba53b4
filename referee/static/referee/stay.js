// Without network a link leads to the browser's error page, and from there nothing leads back: as long
// as nothing gets through, the console is not left by accident.
//
// stay({isCut, warn}): isCut() is whether nothing gets through, warn() says so.

export function stay({ isCut, warn }) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest(":is(.topbar, .side, .notices, #direction) a[href]");
    if (!link || !isCut()) return;
    event.preventDefault();
    link.closest("dialog")?.close();
    warn();
  });

  addEventListener("beforeunload", (event) => { if (isCut()) event.preventDefault(); });

  // The language's form loads the page anew: only if its answer has come.
  document.getElementById("language").addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    const body = new URLSearchParams(new FormData(form, event.submitter));
    try {
      const answer = await fetch(form.action, { method: "POST", body });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      location.reload();
    } catch {
      warn();
    }
  });
}
