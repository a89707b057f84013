// The script of a page with laboratories: the address carries parameters that differ from their
// defaults.
import "./spring-lab.ts";
import "./spring-question.ts";
import { copyButton } from "./base/copying.ts";
import { element } from "./base/dom.ts";
import type { MomentRecord } from "./lab/model/moment.ts";
import { keyOf } from "./lab/model/names.ts";
import { saveMoment } from "./lab/views/exports.ts";
import { COMMANDS, liveLinks, prefix, requestsIn } from "./links.ts";
import { liveNumbers } from "./numbers.ts";
import { applyChoice } from "./offline-copy.ts";
import type { SpringLab } from "./spring-lab.ts";
import { liveSymbols } from "./symbols.ts";

const labs = [...document.querySelectorAll("spring-lab")] as SpringLab[];

/** Runs that each page compares at first. */
const compared = new Map(labs.map((lab) => [lab, lab.getAttribute("compare") ?? ""]));

/** Applies the address's settings to a laboratory. */
function readAddress(lab: SpringLab) {
  const request = requestsIn(location.search, labs).get(lab);
  if (request && Number(lab.time) > 0) lab.restart();
  for (const [key, value] of request?.values ?? []) lab.set(key, value);
  if (request?.compare !== undefined) lab.compare = request.compare;
  if (request?.until !== undefined) lab.runTo(request.until);
  if (request?.imports) openImport(lab);
  if (request?.moment !== undefined) openPacked(lab, request.moment);
}

/** Opens the import of runs, and shows it. */
function openImport({ shadowRoot }: SpringLab) {
  const button = shadowRoot?.querySelector("button.import") as HTMLElement | null | undefined;
  button?.click();
  button?.scrollIntoView({ block: "start" });
}

/** Goes on from a moment in the address. */
async function openPacked(lab: SpringLab, moment: string) {
  const { unpacked } = await import("./sharing.ts");
  lab.openMoment(await unpacked(moment));
  clearTimeout(pending); // the address leads there until something changes
}

/** Entries of the address for the changed parameters of a laboratory. */
function settings(lab: SpringLab) {
  const values = lab.parameters
    .filter(({ key, default: usual }) => lab.get(key) !== usual)
    .map(({ key }) => [key, String(lab.get(key))]);
  if (lab.compare !== compared.get(lab)) values.push([COMMANDS.compare, lab.compare]);
  return values;
}

/** Address with entries for each laboratory. */
function address(entries: (lab: SpringLab) => string[][]) {
  const all = labs.flatMap((lab) => entries(lab).map(([key, value]) => [prefix(lab, labs) + key, value]));
  const query = new URLSearchParams([...others(), ...all]).toString();
  const url = new URL(location.href); // whole, since a path that begins with two slashes names another origin
  url.search = query;
  return url.href;
}

/**
 * Writes the changed parameters of all laboratories into the address. Entries for a laboratory that
 * has not started stay.
 */
function writeAddress() {
  history.replaceState(null, "", address(settings));
}

/** Address of the present moment; undefined if it is too large for one, or refused. */
async function momentAddress(lab: SpringLab, moment: MomentRecord | undefined) {
  if (!moment) return undefined;
  const { entriesOf, MAX_ADDRESS } = await import("./sharing.ts");
  const own = await entriesOf(lab, moment, settings(lab));
  if (!own) return undefined;
  const href = address((one) => (one === lab ? own : settings(one)));
  return href.length > MAX_ADDRESS ? undefined : href;
}

/** Entries of the address that belong to no laboratory, which stay as they are. */
function others() {
  const isOf = (lab: SpringLab, name: string) => {
    const own = name.startsWith(prefix(lab, labs)) ? name.slice(prefix(lab, labs).length) : "";
    const known = lab.parameters.some(({ key }) => key === keyOf(own, lab.parameters));
    return known || Object.values(COMMANDS).includes(own);
  };
  return [...new URLSearchParams(location.search)].filter(([name]) => !labs.some((lab) => isOf(lab, name)));
}

/**
 * Buttons that copy an address, of the settings or of the moment; if the browser refuses, a field
 * with it to copy by hand.
 */
function shareButtons(lab: SpringLab) {
  const other = element("span", { slot: "actions", className: "shared", "aria-live": "polite" });
  const button = (name: string, title: string, text: Parameters<typeof copyButton>[0]["text"]) =>
    copyButton({
      name,
      text,
      done: "Link copied",
      properties: { slot: "actions", className: "share", title },
      refused: (value) => {
        const field = element("input", { readOnly: true, value, "aria-label": "Link to copy" });
        other.replaceChildren(field);
        field.select();
      },
    });
  const settings = button("Share", "Copy a link to the laboratory as it is set", () => {
    writeAddress();
    return location.href;
  });
  const moment = button("Share this moment", "Copy a link to the laboratory as it is set and as it moves", async () => {
    const moment = lab.moment();
    const link = await momentAddress(lab, moment);
    if (!link && moment) {
      saveMoment(moment);
      other.textContent = "Too large for a link: saved as a file.";
    }
    return link;
  });
  return [settings, moment, other];
}

/** A button that opens the embedding dialog. */
function embedButton(lab: SpringLab) {
  const button = element("button", { type: "button", slot: "actions", className: "quiet", textContent: "Embed" });
  button.title = "Put the laboratory as it is set into a page of your own";
  button.addEventListener("click", async () => (await import("./embedding.ts")).showEmbedding(lab));
  return button;
}

for (const lab of labs) {
  lab.append(...shareButtons(lab));
  // other pages can't embed a local file
  if (location.protocol !== "file:") lab.append(embedButton(lab));
}
liveLinks();
liveNumbers();
liveSymbols(labs);
applyChoice();

document.addEventListener("springlab-ready", ({ target }) => readAddress(target as SpringLab));
// scripts load one by one, and a laboratory may run before this one does
for (const lab of labs) if (lab.simulation) readAddress(lab);

// keys go to the most visible laboratory, wherever the focus is
document.addEventListener("keydown", (event) => onStage()?.key(event));

/** The laboratory with the largest visible height. */
function onStage() {
  const seen = labs.map((lab) => {
    const { top, bottom } = (lab.closest(".lesson") ?? lab).getBoundingClientRect();
    return { lab, height: Math.min(bottom, innerHeight) - Math.max(top, 0) };
  });
  return seen.sort((a, b) => b.height - a.height)[0]?.lab;
}

let pending = 0;
document.addEventListener("springlab-change", () => {
  // browsers limit how often a page may change its address: wait until a slider rests
  clearTimeout(pending);
  pending = window.setTimeout(writeAddress, 300);
});

// a link into a fold opens it; on paper all folds are open
const folds = [...document.querySelectorAll("details")];
const openTarget = () => {
  const fold = document.getElementById(location.hash.slice(1))?.closest("details");
  if (fold) fold.open = true;
};
addEventListener("hashchange", openTarget);
openTarget();
addEventListener("beforeprint", () => {
  const closed = folds.filter(({ open }) => !open);
  for (const fold of closed) fold.open = true;
  const close = () => {
    for (const fold of closed) fold.open = false;
  };
  addEventListener("afterprint", close, { once: true });
});

// a formula wider than the page scrolls, so it must be focusable
const formulas = [...document.querySelectorAll(".formula")];
const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const wide = target.scrollWidth > target.clientWidth;
    const name = `Wide formula ${formulas.indexOf(target) + 1}`; // regions have names of their own
    const attributes = { tabindex: "0", role: "region", "aria-label": name };
    for (const [name, value] of Object.entries(attributes)) {
      if (wide) target.setAttribute(name, value);
      else target.removeAttribute(name);
    }
  }
});
for (const formula of formulas) widths.observe(formula);
