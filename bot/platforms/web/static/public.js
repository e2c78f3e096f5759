/** Steps through the positions of a finished match without reloading the page; without this script, the links work, too. */

const PARTS = ["picture", "steps", "told", "ways"];
let wanted = "";

async function show(url, keep) {
  wanted = url;
  const answer = await fetch(url).catch(() => null);
  if (wanted !== url) return; // a later step was requested meanwhile
  if (!answer?.ok) {
    location.assign(url);
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement?.closest("#steps a")?.className;
  for (const part of PARTS) document.getElementById(part).replaceChildren(...page.getElementById(part).childNodes);
  if (keep) history.pushState(null, "", url);
  if (focused) (step(focused) ?? step("prev") ?? step("next"))?.focus();
}

function step(name) {
  return document.querySelector(`#steps a.${name}`);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#steps a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  show(link.href, true);
});

document.addEventListener("keydown", (event) => {
  const name = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = name && !event.altKey && !event.ctrlKey && !event.metaKey && step(name);
  if (!link) return;
  event.preventDefault();
  show(link.href, true);
});

addEventListener("popstate", () => show(location.href, false));
