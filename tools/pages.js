// The pages of the site: the lessons, in the order of the navigation, and others.

export { LESSONS as PAGES } from "../www/lessons.js";

/** The manual for authors of other pages. */
export const MANUAL = { path: "www/embed.html", name: "Embed" };

/** The page that measures the speed of the reader's machine. */
export const BENCHMARK = { path: "www/benchmark.html", name: "Benchmark" };

/** The page with one laboratory, which other pages show in a frame. */
export const FRAME = "embed.html";

export const FRONT = "index.html";
