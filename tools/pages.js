// The pages of the site, in the order of the navigation.

/** Lessons: their paths, and their names in the navigation. */
export const PAGES = [
  { path: "www/oscillator.html", name: "Oscillator" },
  { path: "www/damper.html", name: "Damper" },
  { path: "www/resonance.html", name: "Resonance" },
  { path: "www/cloth.html", name: "Cloth" },
  { path: "www/drape.html", name: "Drape" },
  { path: "www/follower.html", name: "Follower" },
  { path: "www/pair.html", name: "Pair" },
  { path: "www/stability.html", name: "Stability" },
  { path: "www/verlet.html", name: "Verlet" },
];

/** The manual for authors of other pages. */
export const MANUAL = { path: "www/embed.html", name: "Embed" };

/** The page that measures the speed of the reader's machine. */
export const BENCHMARK = { path: "www/benchmark.html", name: "Benchmark" };

/** The page with one laboratory, which other pages show in a frame. */
export const FRAME = "embed.html";

export const FRONT = "index.html";
