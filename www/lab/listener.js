// Events of a run. A listener takes the place of some of these functions.

/** @import { Subject } from "./subject.js" */

export const LISTENER = {
  /** An action was refused. @param {Subject} _subject @param {unknown} _error */
  failed(_subject, _error) {},

  /** An action succeeded. @param {Subject} [_subject]  all actions if left out */
  settled(_subject) {},

  /** A parameter has another value. @param {string} _key */
  changed(_key) {},

  /** The run is at another time. @param {string} _verb  how it came there, as "Gone to" */
  announced(_verb) {},

  /** The clock pauses. */
  paused() {},

  /** A command is about to return the run to t = 0. */
  restarting() {},

  /** Another motion has begun. */
  begun() {},

  /** The run has gone to another time. */
  sought() {},

  /** A step has failed, or the cause and the remedies are known. */
  exploded() {},
};
