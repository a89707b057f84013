// Game engines, each with its closest equivalent of a cloth of damped springs.
import { createCloth as inCannon } from "./cannon.js";
import { createCloth as inMatter } from "./matter.js";
import { createCloth as inRapier } from "./rapier.js";

/** @type {import("./race.js").Contender[]} */
export const ENGINES = [
  { name: "cannon-es", create: inCannon },
  { name: "Rapier", create: inRapier },
  { name: "Matter.js", create: inMatter },
];
