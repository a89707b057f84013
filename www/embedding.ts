// The dialog with HTML for embedding a laboratory with its present settings, and a preview.
import { copyButton } from "./base/copying.ts";
import { element } from "./base/dom.ts";
import { parametersOf } from "./lab/attributes.ts";
import { kebabCase, keyOf } from "./lab/model/names.ts";
import type { SpringLab } from "./spring-lab.ts";

/** Height of the frame in px, for a laboratory with all parts in a text column. */
const HEIGHT = 640;

/** Opens the dialog. */
export function showEmbedding(lab: SpringLab) {
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

/** A heading, a text field and a copy button. */
function snippet(title: string, text: string) {
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
 */
function settings(lab: SpringLab): [key: string, value: string][] {
  const written = parametersOf(lab).map(([name]) => keyOf(name, lab.parameters));
  const set = lab.parameters
    .filter(({ key, default: usual }) => written.includes(key) || lab.get(key) !== usual)
    .map(({ key }) => [key, String(lab.get(key))] as [string, string]);
  const compare = lab.compare ? [["compare", lab.compare] as [string, string]] : [];
  return [["scene", String(lab.getAttribute("scene"))], ...set, ...compare];
}

/** Address of embed.html with the settings. */
function frameAddress(lab: SpringLab) {
  return new URL(`../embed.html?${new URLSearchParams(settings(lab))}`, location.href).href;
}

/** HTML with the element. */
function elementText(lab: SpringLab) {
  // the classic script, because a module from another server needs CORS headers
  const script = new URL("../spring-lab.classic.js", location.href).href;
  const attributes = settings(lab).map(([key, value]) => ` ${kebabCase(key)}="${escaped(value)}"`);
  return `<script src="${escaped(script)}" defer></script>\n<spring-lab${attributes.join("")}></spring-lab>`;
}

/** HTML with a frame. */
function frameText(lab: SpringLab, address: string) {
  const title = `Springlab: ${lab.getAttribute("scene")}`;
  const box = `width="100%" height="${HEIGHT}" style="border: 0" loading="lazy" allow="fullscreen"`;
  return `<iframe src="${escaped(address)}" title="${escaped(title)}" ${box}></iframe>`;
}

/** Escapes text for an HTML attribute. */
function escaped(text: string) {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
