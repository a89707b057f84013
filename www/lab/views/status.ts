// Announces the state of the run to screen readers, politely, and once when it has settled.
import { element } from "../../base/dom.ts";

/** Time in ms without a change before an announcement: a held key causes only one. */
const SETTLE = 300;

export class Status {
  element = element("p", { role: "status", className: "hidden" });
  /** The next announcement, without the time; empty for the usual one. */
  #announcement = "";
  /** State at the last call of `show`. */
  #playing: boolean | undefined;
  /** Id of the timer of the pending announcement. */
  #pending = 0;

  /** Sets the next announcement, in place of "Runs from" or "Paused at". */
  announce(text: string) {
    this.#announcement = text;
  }

  /** Announces a change of the state. */
  show({ playing, stopped }: { playing: boolean; stopped: boolean }, time: string) {
    const changed = this.#playing !== undefined && this.#playing !== playing;
    const usual = playing ? "Runs from" : stopped ? "Stopped at" : "Paused at";
    const verb = this.#announcement || (changed ? usual : "");
    this.#playing = playing;
    this.#announcement = "";
    if (!verb) return;
    clearTimeout(this.#pending);
    this.#pending = window.setTimeout(() => {
      this.element.textContent = `${verb} ${time}.`;
    }, SETTLE);
  }
}
