// Turns the TeX of a page's source, \( … \) in a line and \[ … \] on its own, into MathML, and makes the page the font for it.
import { basename } from "node:path/posix";
import temml from "temml";
import { makeFont } from "./math-font.js";

/** @returns {import("vite").Plugin} */
export function formulas() {
  return {
    name: "formulas",
    transformIndexHtml: {
      order: "pre",
      handler: async (html, { path }) => {
        const set = html
          .replace(/\\\[(.+?)\\\]/gs, (_, tex) => `<span class="formula">${render(tex, true)}</span>`)
          .replace(/\\\((.+?)\\\)([.,;:)]*)/gs, (_, tex, mark) => together(render(tex, false), mark));
        if (set !== html) await makeFont(basename(path, ".html"), set);
        return set;
      },
    },
  };
}

/** A formula is not to be parted from the mark that follows it. @param {string} math @param {string} mark */
function together(math, mark) {
  return mark ? `<span class="whole">${math}${mark}</span>` : math;
}

/** @param {string} tex @param {boolean} displayMode */
function render(tex, displayMode) {
  const source = tex.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&").trim();
  const math = temml.renderToString(source, { displayMode, throwOnError: true, strict: true, annotate: false });
  // browsers do without: these say what was meant, or what is the rule anyway
  return math.replace(/ (fence|separator)="true"/g, "");
}
