// How to put a laboratory as it is set into another page: what to write there, and how that looks.
import { copyButton } from "./base/copying.js";
import { element } from "./base/dom.js";
import { kebabCase } from "./lab/attributes.js";

/** @import { SpringLab } from "./spring-lab.js" */

/** Height in px of a frame, which has to have one: a laboratory with all its parts in a column of words. */
const HEIGHT = 640;

/** Shows what to write. @param {SpringLab} lab */
export function showEmbedding(lab) {
  const close = element("button", { type: "button", className: "quiet", textContent: "Close" });
  const address = frameAddress(lab);
  const dialog = element(
    "dialog",
    { className: "embedding", "aria-label": "Embed this laboratory" },
    element("h2", {}, "Embed this laboratory"),
    ...snippet("In a page that may have scripts", elementText(lab)),
    ...snippet("In a page that may only have frames", frameText(lab, address)),
    element("h3", {}, "How it will look"),
    element("iframe", { src: address, title: "The laboratory in a frame", height: String(HEIGHT) }),
    close,
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** A text to copy. @param {string} title @param {string} text */
function snippet(title, text) {
  const field = element("textarea", { readOnly: true, rows: 3, value: text, "aria-label": title, spellcheck: false });
  const copy = copyButton({
    ...{ name: "Copy", done: "Copied", text: () => text },
    refused: () => field.select(),
    properties: { className: "quiet" },
  });
  return [element("h3", {}, title), element("div", { className: "snippet" }, field, copy)];
}

/** What makes a laboratory what it is: its scene, what its author chose, and what is set. @param {SpringLab} lab @returns {[key: string, value: string][]} */
function settings(lab) {
  const set = lab.parameters
    .filter(({ key, default: usual }) => lab.hasAttribute(kebabCase(key)) || lab.get(key) !== usual)
    .map(({ key }) => /** @type {[string, string]} */ ([key, String(lab.get(key))]));
  return [["scene", String(lab.getAttribute("scene"))], ...set];
}

/** @param {SpringLab} lab */
function frameAddress(lab) {
  return new URL(`../embed.html?${new URLSearchParams(settings(lab))}`, location.href).href;
}

/** @param {SpringLab} lab */
function elementText(lab) {
  // one of the old kind, which a page may have from any server
  const script = new URL("../spring-lab.classic.js", location.href).href;
  const attributes = settings(lab).map(([key, value]) => ` ${kebabCase(key)}="${escaped(value)}"`);
  return `<script src="${escaped(script)}" defer></script>\n<spring-lab${attributes.join("")}></spring-lab>`;
}

/** @param {SpringLab} lab @param {string} address */
function frameText(lab, address) {
  const title = `Springlab: ${lab.getAttribute("scene")}`;
  const box = `width="100%" height="${HEIGHT}" style="border: 0" loading="lazy" allow="fullscreen"`;
  return `<iframe src="${escaped(address)}" title="${escaped(title)}" ${box}></iframe>`;
}

/** For an attribute in HTML. @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
