// What a page does with its laboratories: the address carries the parameters that differ from their defaults.
import "./spring-lab.js";
import { copyButton } from "./base/copying.js";
import { element } from "./base/dom.js";
import { COMMANDS, liveLinks, prefix, requestsIn } from "./links.js";
import { liveNumbers } from "./numbers.js";
import { applyChoice } from "./offline-copy.js";

/** @import { SpringLab } from "./spring-lab.js" */

const labs = /** @type {SpringLab[]} */ ([...document.querySelectorAll("spring-lab")]);

/** Gives a laboratory what the address has for it. @param {SpringLab} lab */
function readAddress(lab) {
  const request = requestsIn(location.search, labs).get(lab);
  if (request && Number(lab.time) > 0) lab.restart();
  for (const [key, value] of request?.values ?? []) lab.set(key, value);
  if (request?.until !== undefined) lab.runTo(request.until);
}

function writeAddress() {
  if (!labs.every((lab) => lab.simulation)) return;
  const changed = labs.flatMap((lab) =>
    lab.parameters
      .filter(({ key, default: usual }) => lab.get(key) !== usual)
      .map(({ key }) => [prefix(lab, labs) + key, String(lab.get(key))]),
  );
  const query = new URLSearchParams([...others(), ...changed]).toString();
  history.replaceState(null, "", `${location.pathname}${query && `?${query}`}${location.hash}`);
}

/** What the address has that is for no laboratory: it stays as it is. */
function others() {
  const own = labs.flatMap((lab) =>
    [...lab.parameters.map(({ key }) => key), ...Object.values(COMMANDS)].map((key) => prefix(lab, labs) + key),
  );
  return [...new URLSearchParams(location.search)].filter(([name]) => !own.includes(name));
}

/** A button that copies the address; where a browser does not let it, the address to copy by hand. */
function shareButton() {
  const other = element("span", { slot: "actions", className: "shared" });
  const button = copyButton({
    name: "Share",
    done: "Link copied",
    text: () => {
      writeAddress();
      return location.href;
    },
    refused: () => {
      const field = element("input", { readOnly: true, value: location.href, "aria-label": "Link to copy" });
      other.replaceChildren(field);
      field.select();
    },
    properties: { slot: "actions", className: "share", title: "Copy a link to the laboratory as it is set" },
  });
  return [button, other];
}

/** A button that shows how to put it into another page. @param {SpringLab} lab */
function embedButton(lab) {
  const button = element("button", { type: "button", slot: "actions", className: "quiet", textContent: "Embed" });
  button.title = "Put the laboratory as it is set into a page of your own";
  button.addEventListener("click", async () => (await import("./embedding.js")).showEmbedding(lab));
  return button;
}

for (const lab of labs) {
  lab.append(...shareButton());
  // a page elsewhere finds nothing that lies in a folder of somebody's
  if (location.protocol !== "file:") lab.append(embedButton(lab));
}
liveLinks();
liveNumbers();
applyChoice();

document.addEventListener("springlab-ready", ({ target }) => readAddress(/** @type {SpringLab} */ (target)));
// the site's scripts come one by one, and a laboratory may run before this one does
for (const lab of labs) if (lab.simulation) readAddress(lab);

// keys are for the laboratory on the stage, wherever on the page the focus is
document.addEventListener("keydown", (event) => onStage()?.key(event));

/** The laboratory that most is seen of. */
function onStage() {
  const seen = labs.map((lab) => {
    const { top, bottom } = (lab.closest(".lesson") ?? lab).getBoundingClientRect();
    return { lab, height: Math.min(bottom, innerHeight) - Math.max(top, 0) };
  });
  return seen.sort((a, b) => b.height - a.height)[0]?.lab;
}

let pending = 0;
document.addEventListener("springlab-change", () => {
  // browsers refuse a page that rewrites its address for every pixel of a slider
  clearTimeout(pending);
  pending = window.setTimeout(writeAddress, 300);
});

// a formula wider than the page scrolls; then the keyboard must reach it
const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const wide = target.scrollWidth > target.clientWidth;
    const attributes = { tabindex: "0", role: "region", "aria-label": "A wide formula" };
    for (const [name, value] of Object.entries(attributes)) {
      if (wide) target.setAttribute(name, value);
      else target.removeAttribute(name);
    }
  }
});
for (const formula of document.querySelectorAll(".formula")) widths.observe(formula);
