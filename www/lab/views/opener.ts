// Opens the files of a scene: chosen, dropped on the laboratory, or named by the attribute `src`.
import { decoded } from "../../base/decode.ts";
import { element } from "../../base/dom.ts";
import { quoted } from "../../base/quote.ts";
import type { Files } from "../show.ts";

/** Largest file in MB: a larger one would freeze the page. */
const MAX_MEGABYTES = 20;

/**
 * A file field with its label.
 * @param files  label, description and endings of the files, and a note
 */
export function opener({ label, effect, endings, note }: Files, open: (files: File[]) => void) {
  const field = fileField(open, { id: "files", multiple: true, accept: endings.join(), title: effect });
  const notes = note ? [note] : [];
  return element("div", { className: "control wide" }, element("label", { htmlFor: "files" }, label), field, ...notes);
}

export function fileField(open: (files: File[]) => void, properties: Record<string, unknown>) {
  const field = element("input", { type: "file", ...properties });
  field.addEventListener("change", () => {
    if (field.files?.length) open([...field.files]);
    field.value = ""; // otherwise opening the same file again fires no event
  });
  return field;
}

/** Takes files dropped on an element. */
export function takeDrops(target: HTMLElement, open: (files: File[]) => void) {
  const over = (event: DragEvent, on: boolean) => {
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
}

export async function read(files: File[]) {
  for (const { name, size } of files) {
    if (size > MAX_MEGABYTES * 1e6)
      throw new Error(`${quoted(name)} must have at most ${MAX_MEGABYTES} MB; it has ${Math.ceil(size / 1e6)} MB.`);
  }
  return Promise.all(files.map(async (file) => ({ name: file.name, text: decoded(await file.arrayBuffer()) })));
}

/** Fetches files from the page's own server. @param addresses  separated by spaces */
export async function fetched(addresses: string) {
  return Promise.all(
    addresses
      .trim()
      .split(/,?\s+/)
      .map(async (address) => {
        const url = new URL(address, document.baseURI);
        // not of `location`, which in a frame with `srcdoc` has none
        if (url.origin !== self.origin) throw new Error(refusal(address));
        const name = url.pathname.split("/").at(-1) ?? "";
        const answer = await fetch(url).catch(() => undefined);
        if (!answer?.ok)
          throw new Error(`src: there is no file at ${quoted(address)}${answer ? ` (${answer.status})` : ""}.`);
        return new File([await answer.blob()], name);
      }),
  );
}

/** Reason why an address can't be read. */
function refusal(address: string) {
  if (self.origin !== "null")
    return `The attribute src must name files of this page's own server; ${quoted(address)} was given.`;
  return `The attribute src reads no files in a page without a server or in a frame with a sandbox; ${quoted(address)} was given.`;
}
