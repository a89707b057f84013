// Colours and dashes by which runs are told apart.
import { DASHES } from "../plots/dashes.js";

/**
 * @typedef {object} Look
 * @property {string} color  a custom property
 * @property {number[]} dash  lengths of dashes and gaps in CSS px
 */

/** Colours of runs that have none of their own. */
const COLORS = ["--stretched", "--positive", "--compressed", "--negative"];

/**
 * A colour and dashes that no other run has, as far as there are enough.
 * @param {Look[]} others @param {string[]} [own]  colours to prefer
 * @returns {Look}
 */
export function freeLook(others, own = []) {
  return {
    color: rarest(
      [...own, ...COLORS],
      others.map(({ color }) => color),
    ),
    dash: rarest(
      DASHES.slice(1),
      others.map(({ dash }) => dash),
    ),
  };
}

/**
 * The first of those that are used least.
 * @template T @param {T[]} all @param {T[]} used @returns {T}
 */
function rarest(all, used) {
  const uses = (/** @type {T} */ one) => used.filter((other) => other === one).length;
  return all.reduce((best, one) => (uses(one) < uses(best) ? one : best));
}
