// The pages of the site, in the order in which they are offered.

/**
 * @typedef {object} Page
 * @property {string} path
 * @property {string} name  in the navigation
 */

/** @type {Page[]} */
export const PAGES = [
  { path: "www/oscillator.html", name: "Oscillator" },
  { path: "www/damper.html", name: "Damper" },
  { path: "www/cloth.html", name: "Cloth" },
  { path: "www/follower.html", name: "Follower" },
  { path: "www/pair.html", name: "Pair" },
  { path: "www/verlet.html", name: "Verlet" },
  { path: "www/cloth.html", name: "Cloth" },
  { path: "www/verlet.html", name: "Constraints" },
  { path: "www/stability.html", name: "Stability" },
];

export const FRONT = "index.html";
