// Opens the files of a scene: chosen, dropped on the laboratory, or named by the attribute `src`.
import { element } from "../base/dom.js";

/** @import { Files } from "./show.js" */

/** Largest file in MB: a larger one would freeze the page. */
const MOST = 20;

/**
 * A file field, which also takes files dropped on an element.
 * @param {Files} files  label, description and endings of the files, and a note
 * @param {HTMLElement} target
 * @param {(files: File[]) => void} open
 */
export function opener({ label, effect, endings, note }, target, open) {
  const field = element("input", { type: "file", id: "files", multiple: true, accept: endings.join(), title: effect });
  field.addEventListener("change", () => {
    if (field.files?.length) open([...field.files]);
    field.value = ""; // otherwise opening the same file again fires no event
  });
  const over = (/** @type {DragEvent} */ event, /** @type {boolean} */ on) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault(); // otherwise the browser opens the file
    target.classList.toggle("dropping", on);
  };
  target.addEventListener("dragover", (event) => over(event, true));
  target.addEventListener("dragleave", (event) => over(event, false));
  target.addEventListener("drop", (event) => {
    over(event, false);
    const dropped = [...(event.dataTransfer?.files ?? [])];
    if (dropped.length > 0) open(dropped);
  });
  const notes = note ? [note] : [];
  return element("div", { className: "control wide" }, element("label", { htmlFor: "files" }, label), field, ...notes);
}

/** The texts of files. @param {File[]} files */
export async function read(files) {
  for (const { name, size } of files) {
    if (size > MOST * 1e6) throw new Error(`${name} must have at most ${MOST} MB; it has ${Math.ceil(size / 1e6)} MB.`);
  }
  return Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })));
}

/** Fetches files from the page's own server. @param {string} addresses  separated by spaces */
export async function fetched(addresses) {
  return Promise.all(
    addresses
      .trim()
      .split(/\s+/)
      .map(async (address) => {
        const url = new URL(address, document.baseURI);
        if (url.origin !== location.origin) {
          throw new Error(`The attribute src must name files of this page's own server; "${address}" was given.`);
        }
        const name = url.pathname.split("/").at(-1) ?? "";
        const answer = await fetch(url).catch(() => undefined);
        if (!answer?.ok)
          throw new Error(`src: there is no file at "${address}"${answer ? ` (${answer.status})` : ""}.`);
        return new File([await answer.blob()], name);
      }),
  );
}
