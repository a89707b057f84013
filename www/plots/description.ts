// Descriptions of plots in words, for people who can't see them.
import { significant } from "../base/format.ts";

/** Relative difference below which a curve is called constant: three digits are read out. */
const CONSTANT_DIFFERENCE = 1e-3;

/** Fraction of its range by which a curve must reverse to count as a turn. */
const TURN = 0.05;

/** Ratio of the last to the first swing beyond which swings are called growing or decaying. */
const CHANGE = 1.5;

/** A curve explodes if it becomes `times` as large as in the fraction `begin` at its start. */
const EXPLODED = { times: 1e6, begin: 0.1 };

type Sample = { place: number; value: number };

/** A curve of a plot over time. */
interface Curve {
  label: string;
  /** Its own ones in s, if it has other times than the plot. */
  times?: ArrayLike<number>;
  values: ArrayLike<number>;
  /** Writes a value with its unit. */
  write: (value: number) => string;
  /** Another quantity on the horizontal axis, at the same times. */
  across?: { label: string; values: ArrayLike<number>; unit: string };
}

/**
 * Describes a curve: its trend, its range and its last value.
 * @param places  times or other abscissas, in order
 * @param values  NaN and infinite ones are skipped
 * @param value  writes a value with its unit
 * @param place  writes an abscissa with its unit
 */
export function describeCurve(
  places: ArrayLike<number>,
  values: ArrayLike<number>,
  value: (value: number) => string,
  place: (place: number) => string,
) {
  const samples = Array.from(values, (value, i) => ({ place: places[i], value })).filter(({ value }) =>
    Number.isFinite(value),
  );
  const first = samples[0];
  const last = samples[samples.length - 1];
  if (!first) return "has no values";
  const [low, high] = ends(samples);
  const size = Math.max(-low.value, high.value);
  if (high.value - low.value <= CONSTANT_DIFFERENCE * size) return `stays at ${value(last.value)}`;
  const [least, most] = ends(samples.slice(0, Math.ceil(EXPLODED.begin * samples.length)));
  const begin = Math.max(-least.value, most.value);
  if (begin > 0 && size > EXPLODED.times * begin) return `explodes from ${value(first.value)} to ${value(last.value)}`;
  const turns = turnsOf(samples, TURN * (high.value - low.value));
  const rises = (turns[0] ?? last).value > first.value;
  const [goes, back] = rises ? ["rises", "falls"] : ["falls", "rises"];
  if (turns.length === 0) return `${goes} from ${value(first.value)} to ${value(last.value)}`;
  if (turns.length === 1) {
    const [turn] = turns;
    const there = `${goes} from ${value(first.value)} to ${value(turn.value)} at ${place(turn.place)}`;
    return `${there}, then ${back} to ${value(last.value)}`;
  }
  const range = `between ${value(low.value)} at ${place(low.place)} and ${value(high.value)} at ${place(high.place)}`;
  return `swings ${range}, ${turns.length} turns${growth(turns)}, and is ${value(last.value)} at the end`;
}

/** The lowest and the highest sample. */
function ends(samples: Sample[]) {
  const low = samples.reduce((a, b) => (b.value < a.value ? b : a));
  const high = samples.reduce((a, b) => (b.value > a.value ? b : a));
  return [low, high];
}

/** Turning points of a curve, each after a change of more than a height. */
function turnsOf(samples: Sample[], height: number): Sample[] {
  const turns: Sample[] = [];
  const [first] = samples;
  /** The farthest sample since the last turn. */
  let extreme = first;
  /** Sign of the slope towards it. */
  let direction = 0;
  for (const sample of samples) {
    const beyond = sample.value - extreme.value;
    if (direction === 0 && Math.abs(sample.value - first.value) > height)
      direction = Math.sign(sample.value - first.value);
    else if (direction !== 0 && -direction * beyond > height) {
      turns.push(extreme);
      direction = -direction;
    } else if (direction * beyond <= 0) continue;
    extreme = sample;
  }
  return turns;
}

/** Says whether swings grow or decay, from the first and the last. */
function growth(turns: Sample[]) {
  const swings = turns.slice(1).map(({ value }, i) => Math.abs(value - turns[i].value));
  const ratio = swings[swings.length - 1] / swings[0];
  return ratio > CHANGE ? ", ever wider" : ratio < 1 / CHANGE ? ", ever less" : "";
}

/** Describes a curve in a plane: its ends and its extent. */
function describePath(
  values: ArrayLike<number>,
  write: (value: number) => string,
  { values: others, unit }: NonNullable<Curve["across"]>,
) {
  const at = (value: number) => `${significant(value)} ${unit}`.trim();
  const points = Array.from(values, (value, i) => ({ place: others[i], value })).filter(
    ({ place, value }) => Number.isFinite(place) && Number.isFinite(value),
  );
  const first = points[0];
  const last = points[points.length - 1];
  if (!first) return "has no values";
  const range = (samples: Sample[], text: (value: number) => string) =>
    ends(samples)
      .map(({ value }) => text(value))
      .join(" and ");
  const swapped = points.map(({ place, value }) => ({ place: value, value: place }));
  const [start, end] = [first, last].map(({ place, value }) => `${write(value)} at ${at(place)}`);
  return `goes from ${start} to ${end}, between ${range(points, write)} and across between ${range(swapped, at)}`;
}

/**
 * Describes a plot over time, or of quantities that change with time: all curves and events.
 * @param name  of the plot
 * @param times  in s, in order
 */
export function describePlot(
  name: string,
  times: ArrayLike<number>,
  curves: Curve[],
  events: { time: number; label: string }[],
) {
  if (times.length === 0) return `${name}. Nothing is recorded yet.`;
  const at = (time: number) => `${significant(time)} s`;
  const described = curves.map(({ label, times: own = times, values, write, across }) => {
    const course = across ? describePath(values, write, across) : describeCurve(own, values, write, at);
    return `${label} ${course}`;
  });
  const happened = events.map(({ time, label }) => `at ${at(time)}: ${label}`);
  const marks = happened.length > 0 ? ` Changes: ${happened.join("; ")}.` : "";
  return `${name}, ${significant(times[0])} to ${at(times[times.length - 1])}: ${described.join("; ")}.${marks}`;
}
