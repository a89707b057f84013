// Springs as strokes of a canvas: all alike, or by strain.

/** Segments in each call of `stroke`: faster than all of them in one call. */
const PATH = 100;

/** Styles by strain, in ascending order: each applies up to the strain `upTo`. */
export const STRAINS = [
  { label: "compressed by more than 5 %", upTo: -0.05, color: "--compressed", width: 0.6 },
  { label: "nearly at rest length", upTo: 0.05, color: "--muted", width: 1 },
  { label: "stretched by 5 to 25 %", upTo: 0.25, color: "--stretched", width: 1.4 },
  { label: "by 25 to 100 %", upTo: 1, color: "--stretched", width: 2.1 },
  { label: "by more than 100 %", upTo: Number.POSITIVE_INFINITY, color: "--stretched", width: 3 },
];

/** Style of springs whose strain is not shown. */
export const PLAIN = [{ color: "--muted", width: 0.9 }];

/** Side of a mass's square: fraction of the spacing, largest and smallest visible side in px. */
const MASS = { part: 0.32, most: 8, least: 1.4 };

/** Side of the masses' squares in px; 0 if they would be invisible. @param gap  in px */
export function sideOf(gap: number) {
  const side = Math.min(MASS.part * gap, MASS.most);
  return side < MASS.least ? 0 : side;
}

/**
 * Strain of springs: elongation over rest length.
 * @param x  positions in m
 * @param ends  two particles per spring
 * @param restLengths  in m
 */
export function strains(x: Float64Array, ends: Uint32Array, restLengths: Float64Array) {
  return restLengths.map((restLength, spring) => {
    const a = 3 * ends[2 * spring];
    const b = 3 * ends[2 * spring + 1];
    return Math.hypot(x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]) / restLength - 1;
  });
}

/** Index in STRAINS of each strain. */
export function kindsOf(values: Float64Array) {
  return Uint8Array.from(values, (strain) => STRAINS.findIndex(({ upTo }) => strain <= upTo));
}

/**
 * Draws segments kind by kind, so that later kinds lie above earlier ones.
 * @param ends  two particles per segment
 * @param places  of particles in the picture, x and y in px
 * @param kindOf  index in `kinds` of each segment; 0 for all by default
 */
export function drawSegments(
  context: CanvasRenderingContext2D,
  color: (property: string) => string,
  kinds: { color: string; width: number }[],
  ends: Uint32Array,
  places: Float64Array,
  kindOf?: Uint8Array,
) {
  for (const [kind, style] of kinds.entries()) {
    context.strokeStyle = color(style.color);
    context.lineWidth = style.width;
    context.beginPath();
    let segments = 0;
    for (let i = 0; i < ends.length; i += 2) {
      if (kindOf && kindOf[i / 2] !== kind) continue;
      const a = 2 * ends[i];
      const b = 2 * ends[i + 1];
      context.moveTo(places[a], places[a + 1]);
      context.lineTo(places[b], places[b + 1]);
      if (++segments % PATH > 0) continue;
      context.stroke();
      context.beginPath();
    }
    context.stroke();
  }
}
