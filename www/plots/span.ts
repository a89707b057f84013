// The span of time or of frequencies in plots: the usual one, which follows the present, or a
// chosen one.
import type { Ends } from "./axes.ts";

export class Span {
  #chosen: Ends | undefined;
  /** The shown and the longest span. */
  #shown = { low: 0, high: 1 };
  #whole = { low: 0, high: 1 };
  /** Shortest length. */
  #least = 0;
  /** End of all that could be shown the last time. */
  #present = 0;

  /** True if it is not the usual one. */
  get isChosen() {
    return this.#chosen !== undefined;
  }

  get shown(): Ends {
    return this.#shown;
  }

  /**
   * The span to show. A chosen one without a part of the record is forgotten; one that ended at the
   * present goes on with it.
   * @param record  all that can be shown
   * @param least  shortest length
   */
  show(usual: Ends, record: Ends, least: number): Ends {
    this.#least = least;
    this.#whole = { low: Math.min(usual.low, record.low), high: Math.max(usual.high, record.high) };
    if (this.#chosen && (this.#chosen.low >= record.high || this.#chosen.high <= record.low)) this.reset();
    const { low = 0, high = Number.NEGATIVE_INFINITY } = this.#chosen ?? {};
    const late = record.high - high;
    if (high >= this.#present - least / 2 && late > 0) this.#chosen = { low: low + late, high: record.high };
    this.#present = record.high;
    this.#shown = this.#chosen ?? usual;
    return this.#shown;
  }

  /** Follows the present again. */
  reset() {
    this.#chosen = undefined;
  }

  /** Changes its length about a fixed place. */
  zoom(factor: number, about: number) {
    const { low, high } = this.#shown;
    const whole = this.#whole.high - this.#whole.low;
    const length = Math.min(Math.max((high - low) * factor, this.#least), whole);
    this.#choose(about - ((about - low) * length) / (high - low), length);
  }

  /** @param part  of its length */
  move(part: number) {
    const { low, high } = this.#shown;
    this.#choose(low + part * (high - low), high - low);
  }

  /** Chooses a span within the whole one. */
  #choose(low: number, length: number) {
    const { low: first, high: last } = this.#whole;
    const begin = Math.min(Math.max(low, first), last - length);
    this.#shown = this.#chosen = { low: begin, high: begin + length };
  }
}
