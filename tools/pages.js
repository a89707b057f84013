// The pages of the site: the lessons, in the order of the navigation, and others.

export { LESSONS as PAGES } from "../www/lessons.ts";

/** The manual for authors of other pages. */
export const MANUAL = { path: "www/embed.html", name: "Embed" };

/** The page with one laboratory, which other pages show in a frame. */
export const FRAME = "embed.html";

/** Symbols, terms and methods. */
export const GLOSSARY = { path: "www/glossary.html", name: "Glossary" };

/** Licence, source code, citation, and how to report a fault. */
export const ABOUT = { path: "www/about.html", name: "About" };

/** Pages besides the lessons and the front page, in the order of the navigation. */
export const OTHERS = [GLOSSARY, MANUAL, ABOUT];

export const FRONT = "index.html";
