// Turns the TeX of a page's source, \( … \) in a line and \[ … \] on its own, into MathML, and makes the page the font and the styles for it.
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
        const classes = new Classes();
        const set = html
          .replace(/\\\[(.+?)\\\]/gs, (_, tex) => `<span class="formula">${classes.take(render(tex, true))}</span>`)
          .replace(/\\\((.+?)\\\)([.,;:)]*)/gs, (_, tex, mark) => together(classes.take(render(tex, false)), mark));
        if (set !== html) await makeFont(basename(path, ".html"), set, classes.rules);
        return set;
      },
    },
  };
}

/** What the formulas of a page have as styles, by its class: a page takes no style from an attribute. */
export class Classes {
  /** @type {Map<string, string>} */
  #names = new Map();

  /** A formula with classes instead. @param {string} math */
  take(math) {
    return math.replace(/<[^<>]+ style="[^<>]+>/g, (tag) => {
      const bare = tag.replace(/ style="[^"]*"/, "");
      const name = this.#name(/** @type {RegExpMatchArray} */ (tag.match(/ style="([^"]*)"/))[1]);
      return bare.includes(' class="')
        ? bare.replace(' class="', ` class="${name} `)
        : bare.replace(/^<\w+/, `$& class="${name}"`);
    });
  }

  /** @param {string} style */
  #name(style) {
    const name = this.#names.get(style) ?? `math-${this.#names.size + 1}`;
    this.#names.set(style, name);
    return name;
  }

  /** A style sheet. */
  get rules() {
    return [...this.#names].map(([style, name]) => `\n.${name} {\n  ${style}\n}\n`).join("");
  }
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
