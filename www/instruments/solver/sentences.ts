// The verdict on an imported run, in sentences.
import { significant } from "../../base/format.ts";
import type { ImportedVerdict } from "../../lab/show.ts";
import { RANKS } from "./fit.ts";
import type { ImportedRun } from "./imported-run.ts";
import { NONE } from "./mistakes.ts";
import type { Candidate, Compared, Departure, Verdict } from "./resemblance.ts";

/** Ratio of distances above which a match is likely. */
const LIKELY_RATIO = 3;

/** Ratio of distances above which a match is certain. */
const CERTAIN_RATIO = 100;

/** Ratio of distances above which its value does not matter. */
const MAX_RATIO = 1000;

/** Distance up to which a match is likely. */
const LIKELY_DISTANCE = 2;

/** Part of the motion up to which a method is near. */
const NEAR_PART = 0.1;

/** The verdict for scripts. */
export function recordOf(run: ImportedRun, sentence: string, verdict?: Verdict): ImportedVerdict {
  const { table, clock, parts } = run;
  const match = verdict?.matches[0];
  const { departs } = verdict ?? {};
  return {
    rows: run.times.length,
    columns: [table.names[clock] || "t", ...parts.map(({ name }) => name)],
    method: match?.method.value ?? null,
    certainty: verdict ? certaintyOf(verdict) : "none",
    mistakes: [match?.mistake.text ?? "", verdict?.written ?? ""].filter(Boolean),
    departs: departs ? { rows: departs.rows, line: run.lines[departs.row], column: departs.name } : null,
    sentence,
  };
}

export function certaintyOf({ matches, stranger, next, rival }: Verdict): ImportedVerdict["certainty"] {
  const match = matches[0] ?? stranger;
  if (!match) return "none";
  const ratio = ratioOf(match, next);
  if (rival || !(ratio >= LIKELY_RATIO) || match.distance > LIKELY_DISTANCE) return "possible";
  return ratio > CERTAIN_RATIO ? "certain" : "likely";
}

function ratioOf({ distance }: Compared, next: Compared | undefined) {
  return next ? next.distance / Math.max(distance, 1) : Number.NaN;
}

export function sentences(verdict: Verdict, run: ImportedRun): string[] {
  const { matches, stranger, nearest, single, positionsOnly, written, noise, spacing } = verdict;
  const name = run.name || "The run";
  if (!nearest) return [`${name}: no method can be compared with it.`];
  const all = stranger ? [stranger] : matches;
  if (all.length === 0) return none(verdict, run, name);
  const what = positionsOnly
    ? `has the positions of ${described(all, spacing)}, but other velocities`
    : `is ${described(all, spacing)}`;
  const more = [
    stranger ? "which is not offered here" : "",
    written,
    noise ? `with noise of about ${significant(noise)} m` : "",
    single ? "in single precision" : "",
  ].filter(Boolean);
  return [
    `${[`${name} ${what}`, ...more].join(", ")}.`,
    noise
      ? "The rest of the difference is noise."
      : `${all.length > 1 ? "These give" : "It gives"} the same numbers, as far as the table has digits.`,
    certainty(verdict),
  ];
}

/** Sentences on a run that no method gives. */
function none({ nearest, departs, size, spacing }: Verdict, run: ImportedRun, name: string) {
  if (departs) return [`${name} is none of these as a whole.`, departure(departs, run, spacing)];
  if (!(nearest.difference < NEAR_PART * size)) return [`${name} is none of these.`];
  const off = `its distance from the run is ${significant(nearest.difference)} m (root mean square)`;
  return [`${name} is none of these. The nearest is ${described([nearest], spacing)}; ${off}.`];
}

/** The line in which a run leaves a method. @param spacing  of rows in s */
function departure({ candidate, rows, row, name, alone }: Departure, run: ImportedRun, spacing: number) {
  const isLast = row === run.lines.length - 1;
  const what = alone ? (isLast ? ", the last one" : "; all others agree") : "";
  const then = `in line ${run.lines[row]}, ${name} differs`;
  return `The first ${rows} rows are ${described([candidate], spacing)}; ${then}${what}.`;
}

function certainty(verdict: Verdict) {
  const { matches, stranger, next, rival } = verdict;
  if (rival) return `That is possible: ${phrase(rival)} gives the same numbers, too.`;
  if (!next) return "All of the nearest give them too; more digits or a longer step would tell them apart.";
  const ratio = ratioOf(matches[0] ?? stranger, next);
  const times = ratio > MAX_RATIO ? `more than ${MAX_RATIO}` : significant(ratio);
  return `That is ${certaintyOf(verdict)}: the next, ${phrase(next)}, is ${times} times farther off.`;
}

/** Methods with what they have in common. @param spacing  of rows in s */
function described(all: Candidate[], spacing: number) {
  const names = [...new Set(all.map(({ method }) => method.label))];
  const [{ mistake, every }] = all;
  const list = names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names[0];
  const step =
    every > 1
      ? ` with ${every} steps of ${significant(spacing / every)} s between two rows`
      : ` with a step of ${significant(spacing)} s`;
  return `${list}${step}${mistake === NONE || mistake.text === "" ? "" : `, ${mistake.text}`}`;
}

function phrase({ method, mistake, every }: Candidate) {
  const wrong = (mistake.rank ?? 0) >= RANKS.causes ? "with other constants" : mistake.text;
  return [method.label, every > 1 ? `with ${every} steps a row` : "", wrong].filter(Boolean).join(" ");
}
