// Examples of the falling cloth.
import type { Preset } from "../../lab/views/presets.ts";

/** Values that examples have in common unless they say otherwise. */
const USUAL = { obstacle: "sphere", pins: "none", wind: 0, windDirection: 0, gusts: 0, density: 0.2, tear: 0 };

/** Mesh of the small pictures. */
export const COARSE = { width: 26, height: 26 };

/** A cloth that hangs from a rod. */
const HANGING = { ...USUAL, obstacle: "none", pins: "edge" };

export const PRESETS: Preset[] = [
  { name: "Ball", effect: "A cloth falls on a ball.", values: USUAL, time: 1.6 },
  {
    name: "Tablecloth",
    effect: "A cloth falls on a small table.",
    values: { ...USUAL, obstacle: "box" },
    time: 1.6,
  },
  {
    name: "Flag in gusts",
    effect: "A flag flies from its pole in gusts of wind.",
    values: { ...USUAL, obstacle: "none", pins: "pole", wind: 5, windDirection: -30, gusts: 0.8, gustPeriod: 3 },
    time: 2.4,
  },
  {
    name: "Curtain",
    effect: "A cloth hangs from a rod to the floor, in a draught.",
    values: { ...HANGING, wind: 1.2, windDirection: -30, gusts: 0.8 },
    time: 2.4,
  },
  {
    name: "Torn by a ball",
    effect: "A heavy cloth falls on a ball, and its threads tear at a strain of 20 %.",
    values: { ...USUAL, density: 2, tear: 20 },
    time: 0.5,
  },
  {
    name: "Handkerchief",
    effect: "Four posts, like fingers, hold a cloth at its corners.",
    values: { ...USUAL, obstacle: "none", pins: "4" },
    time: 1.2,
  },
];
