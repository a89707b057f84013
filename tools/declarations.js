// The declarations that are handed on: one file each for the library and for the element, with what is public in them and nothing else.

/** What only www/engine.js calls. */
const GLUE = /^export (default )?function |^export (type|interface) (Sync)?Init(In|Out)put\b/m;

/** What the element's script tells the page's own scripts of. */
const GLOBAL = `declare global {
  interface HTMLElementTagNameMap {
    "spring-lab": SpringLab;
  }
  interface HTMLElementEventMap {
    "springlab-ready": CustomEvent<null>;
    "springlab-change": CustomEvent<{ key: string }>;
    "springlab-time": CustomEvent<{ time: number }>;
    "springlab-error": CustomEvent<{ subject: string; sentence: string }>;
  }
}`;

/**
 * Of the library: of www/engine.js and of what it gives out.
 * @param {string} engine  what tsc declares of www/engine.js
 * @param {string} glue  what wasm-bindgen declares of the module
 */
export function libraryDeclarations(engine, glue) {
  const blocks = glue.trim().split(/\n{2,}/);
  const given = blocks.filter((block) => !GLUE.test(block) && !block.startsWith("/* tslint"));
  // a simulation hands out moments and drawings; the library has no class of them
  const classes = given.map((block) => block.replace(/^export class (Moment|Drawing)\b/m, "declare class $1"));
  const own = engine.replaceAll(/^(import .*|export \{.*\};)\n/gm, "").trim();
  return `${[...classes, own, "export type { Drawing, Moment };"].join("\n\n")}\n`;
}

/** Of the element, with the library's for what it gives out. @param {string} element  what tsc declares of www/spring-lab.js */
export function elementDeclarations(element) {
  return `${element.replaceAll('"./types.js"', '"./springlab.js"').trim()}\n\n${GLOBAL}\n`;
}
