// Says what a run does, for those who can't see it: politely, and once when it has settled.
import { element } from "../base/dom.js";

/** A key that is held tells no more often than this, in ms. */
const SETTLE = 300;

export class Status {
  element = element("p", { role: "status", className: "hidden" });
  /** What the next look says before the time. */
  #announcement = "";
  /** @type {boolean | undefined} */
  #playing;
  #pending = 0;

  /** What the next look is to say, if that is not only that it runs or rests. @param {string} text */
  announce(text) {
    this.#announcement = text;
  }

  /** Looks, and says what is new. @param {{ playing: boolean, stopped: boolean }} state @param {string} time */
  show({ playing, stopped }, time) {
    const changed = this.#playing !== undefined && this.#playing !== playing;
    const usual = playing ? "Runs from" : stopped ? "Stopped at" : "Paused at";
    const verb = this.#announcement || (changed ? usual : "");
    [this.#playing, this.#announcement] = [playing, ""];
    if (!verb) return;
    clearTimeout(this.#pending);
    this.#pending = window.setTimeout(() => {
      this.element.textContent = `${verb} ${time}.`;
    }, SETTLE);
  }
}
