// The verdict on an imported run, in sentences.
import { significant } from "../../base/format.js";
import { NONE } from "./mistakes.js";

/** @import { ImportedRun } from "./imported-run.js" */
/** @import { Candidate, Verdict } from "./resemblance.js" */

/** Ratio of distances above which a match is certain, and above which its value does not matter. */
const [CERTAIN, MANY] = [100, 1000];

/** @param {Verdict} verdict @param {ImportedRun} run @returns {string[]} */
export function sentences({ matches, nearest, next, single, positionsOnly }, run) {
  const name = run.name || "The run";
  if (!nearest) return [`${name}: no method can be compared with it.`];
  if (matches.length === 0) {
    const off = `its distance from the run is ${significant(nearest.difference)} m (root mean square)`;
    return [`${name} is none of these. The nearest is ${described([nearest], run)}; ${off}.`];
  }
  const what = positionsOnly
    ? `has the positions of ${described(matches, run)}, but other velocities`
    : `is ${described(matches, run)}`;
  return [
    `${name} ${what}${single ? ", in single precision" : ""}.`,
    `${matches.length > 1 ? "These give" : "It gives"} the same numbers, as far as the table has digits.`,
    certainty(matches[0].distance, next),
  ];
}

/**
 * Certainty of a match.
 * @param {number} distance
 * @param {Candidate & { distance: number } | undefined} next  the nearest that does not match
 */
function certainty(distance, next) {
  if (!next) return "All of the nearest give them too; more digits or a longer step would tell them apart.";
  const ratio = next.distance / Math.max(distance, 1);
  const times = ratio > MANY ? `more than ${MANY}` : significant(ratio);
  return `That is ${ratio > CERTAIN ? "certain" : "likely"}: the next, ${phrase(next)}, is ${times} times farther off.`;
}

/** Methods with what they have in common. @param {Candidate[]} all @param {ImportedRun} run */
function described(all, run) {
  const names = [...new Set(all.map(({ method }) => method.label))];
  const [{ mistake, every }] = all;
  const list = names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names[0];
  const step =
    every > 1
      ? ` with ${every} steps of ${significant(run.spacing / every)} s between two rows`
      : ` with a step of ${significant(run.spacing)} s`;
  return `${list}${step}${mistake === NONE ? "" : `, ${mistake.text}`}`;
}

/** @param {Candidate} candidate */
function phrase({ method, mistake, every }) {
  return [method.label, every > 1 ? `with ${every} steps a row` : "", mistake.text].filter(Boolean).join(" ");
}
