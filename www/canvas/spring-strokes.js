// Springs as lines: all alike, or by how much they are strained.

/** Segments that a canvas strokes at a time: faster than all at once. */
const PATH = 100;

/** How strained springs are drawn, from compressed to stretched, each up to a strain: the tauter the wider. */
export const STRAINS = [
  { label: "compressed by more than 5 %", upTo: -0.05, color: "--compressed", width: 0.6 },
  { label: "nearly at rest length", upTo: 0.05, color: "--muted", width: 1 },
  { label: "stretched by 5 to 25 %", upTo: 0.25, color: "--stretched", width: 1.4 },
  { label: "by 25 to 100 %", upTo: 1, color: "--stretched", width: 2.1 },
  { label: "by more than 100 %", upTo: Number.POSITIVE_INFINITY, color: "--stretched", width: 3 },
];

/** Springs that tell nothing of their strain. */
export const PLAIN = [{ color: "--muted", width: 0.9 }];

/** The side of the square that a mass is drawn as, as a part of the distance to the next one and in px; smaller ones would not be seen. */
const MASS = { part: 0.32, most: 8, least: 1.4 };

/** The side of the squares that the masses of a net are drawn as, in px, or 0 where there is no room. @param {number} gap  from one to the next, in px */
export function sideOf(gap) {
  const side = Math.min(MASS.part * gap, MASS.most);
  return side < MASS.least ? 0 : side;
}

/**
 * Elongation over rest length of springs between two particles each.
 * @param {Float64Array} x  positions @param {Uint32Array} ends @param {Float64Array} restLengths
 */
export function strains(x, ends, restLengths) {
  return restLengths.map((restLength, spring) => {
    const [a, b] = [3 * ends[2 * spring], 3 * ends[2 * spring + 1]];
    return Math.hypot(x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]) / restLength - 1;
  });
}

/** The kind of each strain, as its place in STRAINS. @param {Float64Array} values */
export function kindsOf(values) {
  return Uint8Array.from(values, (strain) => STRAINS.findIndex(({ upTo }) => strain <= upTo));
}

/**
 * Draws the segments of one kind after the other, as it is drawn.
 * @param {CanvasRenderingContext2D} context
 * @param {(property: string) => string} color
 * @param {{ color: string, width: number }[]} kinds
 * @param {Uint32Array} ends  of each segment
 * @param {Float64Array} places  of particles in the picture, x and y, in px
 * @param {Uint8Array} [kindOf]  each segment, as its place in the kinds: all are of the first if left out
 */
export function drawSegments(context, color, kinds, ends, places, kindOf) {
  for (const [kind, style] of kinds.entries()) {
    context.strokeStyle = color(style.color);
    context.lineWidth = style.width;
    context.beginPath();
    let segments = 0;
    for (let i = 0; i < ends.length; i += 2) {
      if (kindOf && kindOf[i / 2] !== kind) continue;
      const [a, b] = [2 * ends[i], 2 * ends[i + 1]];
      context.moveTo(places[a], places[a + 1]);
      context.lineTo(places[b], places[b + 1]);
      if (++segments % PATH > 0) continue;
      context.stroke();
      context.beginPath();
    }
    context.stroke();
  }
}
