// The span of time in the plots of a laboratory: the usual one, which follows the present, or a
// chosen one.

/** @import { Ends } from "./axes.js" */

export class Span {
  /** @type {Ends | undefined} */
  #chosen;
  /** The shown and the longest span, in s. */
  #shown = { low: 0, high: 1 };
  #whole = { low: 0, high: 1 };
  /** Shortest length, in s. */
  #least = 0;

  /** True if it does not follow the present. */
  get isChosen() {
    return this.#chosen !== undefined;
  }

  /** The span that is shown, in s. @returns {Ends} */
  get shown() {
    return this.#shown;
  }

  /**
   * The span to show. A chosen one without a part of the record is forgotten.
   * @param {Ends} usual  in s @param {Ends} record  all that can be shown, in s
   * @param {number} least  shortest length, in s
   * @returns {Ends}
   */
  show(usual, record, least) {
    this.#least = least;
    this.#whole = { low: Math.min(usual.low, record.low), high: Math.max(usual.high, record.high) };
    if (this.#chosen && (this.#chosen.low >= record.high || this.#chosen.high <= record.low)) this.reset();
    this.#shown = this.#chosen ?? usual;
    return this.#shown;
  }

  /** Follows the present again. */
  reset() {
    this.#chosen = undefined;
  }

  /** Changes its length about a fixed time. @param {number} factor @param {number} about  in s */
  zoom(factor, about) {
    const { low, high } = this.#shown;
    const whole = this.#whole.high - this.#whole.low;
    const length = Math.min(Math.max((high - low) * factor, this.#least), whole);
    this.#choose(about - ((about - low) * length) / (high - low), length);
  }

  /** Moves it. @param {number} part  of its length */
  move(part) {
    const { low, high } = this.#shown;
    this.#choose(low + part * (high - low), high - low);
  }

  /** Chooses a span within the whole one. @param {number} low @param {number} length  in s */
  #choose(low, length) {
    const { low: first, high: last } = this.#whole;
    const begin = Math.min(Math.max(low, first), last - length);
    this.#shown = this.#chosen = { low: begin, high: begin + length };
  }
}
