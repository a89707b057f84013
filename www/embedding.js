// The dialog with HTML for embedding a laboratory with its present settings, and a preview.
import { copyButton } from "./base/copying.js";
import { element } from "./base/dom.js";
import { kebabCase, keyOf, parametersOf } from "./lab/attributes.js";

/** @import { SpringLab } from "./spring-lab.js" */

/** Height of the frame in px, for a laboratory with all parts in a text column. */
const HEIGHT = 640;

/** Opens the dialog. @param {SpringLab} lab */
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

/** A heading, a text field and a copy button. @param {string} title @param {string} text */
function snippet(title, text) {
  const field = element("textarea", { readOnly: true, rows: 3, value: text, "aria-label": title, spellcheck: false });
  const copy = copyButton({
    name: "Copy",
    done: "Copied",
    text: () => text,
    refused: () => field.select(),
    properties: { className: "quiet" },
  });
  return [element("h3", {}, title), element("div", { className: "snippet" }, field, copy)];
}

/**
 * The scene, the parameters that have an attribute or differ from their defaults, and other runs.
 * @param {SpringLab} lab
 * @returns {[key: string, value: string][]}
 */
function settings(lab) {
  const written = parametersOf(lab).map(([name]) => keyOf(name, lab.parameters));
  const set = lab.parameters
    .filter(({ key, default: usual }) => written.includes(key) || lab.get(key) !== usual)
    .map(({ key }) => /** @type {[string, string]} */ ([key, String(lab.get(key))]));
  const compare = lab.compare ? [/** @type {[string, string]} */ (["compare", lab.compare])] : [];
  return [["scene", String(lab.getAttribute("scene"))], ...set, ...compare];
}

/** Address of embed.html with the settings. @param {SpringLab} lab */
function frameAddress(lab) {
  return new URL(`../embed.html?${new URLSearchParams(settings(lab))}`, location.href).href;
}

/** HTML with the element. @param {SpringLab} lab */
function elementText(lab) {
  // the classic script, because a module from another server needs CORS headers
  const script = new URL("../spring-lab.classic.js", location.href).href;
  const attributes = settings(lab).map(([key, value]) => ` ${kebabCase(key)}="${escaped(value)}"`);
  return `<script src="${escaped(script)}" defer></script>\n<spring-lab${attributes.join("")}></spring-lab>`;
}

/** HTML with a frame. @param {SpringLab} lab @param {string} address */
function frameText(lab, address) {
  const title = `Springlab: ${lab.getAttribute("scene")}`;
  const box = `width="100%" height="${HEIGHT}" style="border: 0" loading="lazy" allow="fullscreen"`;
  return `<iframe src="${escaped(address)}" title="${escaped(title)}" ${box}></iframe>`;
}

/** Escapes text for an HTML attribute. @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
