// The interface between a laboratory and the show of a scene: pictures, plots, readouts and panels.

/** @import { Method, Parameter, Simulation } from "../types.js" */
/** @import { Readout } from "./readouts.js" */
/** @import { Curve, Line, Quantity } from "../plots/quantity.js" */
/** @import { Picture } from "../canvas/canvas.js" */
/** @import { Compared } from "./compared.js" */
/** @import { Content } from "./finished.js" */
/** @import { Instrument } from "./instruments.js" */
/** @import { Runner } from "./runner.js" */

/**
 * Services of a laboratory for its show.
 * @typedef {object} Lab
 * @property {string} scene  id of the scene
 * @property {Simulation} simulation
 * @property {Method[]} methods  that the scene offers
 * @property {(property: string) => string} color  computed colour of a CSS custom property
 * @property {(key: string) => boolean} has  true if there is such a parameter or option
 * @property {(key: string) => number | string} get  the value of a parameter or option
 * @property {(key: string, value: number | string) => boolean} set  returns false if refused
 * @property {() => Method | undefined} method  the chosen method, if the scene offers any
 * @property {(action: () => void, subject?: string) => boolean} act  runs an action that the engine
 *   may refuse; returns false if it did
 * @property {() => number} timeRate  simulated seconds per second; 0 while paused
 * @property {() => number} phase  time since the last step, in steps from 0 to 1; 1 while paused
 * @property {(values: Record<string, number | string>) => void} choose  sets parameters, all others
 *   to their defaults, and starts the run
 * @property {() => boolean} free  true if the run may restart: no "Run to" is under way, and no
 *   particle is held
 * @property {() => void} redraw  requests a frame
 * @property {() => Compared[]} compared  runs that are compared with the laboratory's
 * @property {(quantity: Quantity) => (Line & Curve)[]} curves  gives the curves of a recorded
 *   quantity: of the laboratory's run, then of the others that are shown
 * @property {() => Quantity[]} quantities  all that are recorded of the laboratory's own run
 * @property {(run: Content) => void} lay  lays a finished run over the laboratory's
 * @property {(run: Content) => void} remove  removes it
 * @property {() => void} pause  stops the clock
 * @property {() => void} step  pauses and takes one time step
 * @property {(text: string, name: string) => void} save  downloads a text as `springlab-scene-name`
 * @property {() => string[]} origin  version, scene and parameters, as lines for a saved file
 */

/**
 * A further element that follows the simulation.
 * @typedef {object} Panel
 * @property {HTMLElement} element
 * @property {() => void} draw
 * @property {() => void} [describe]  updates its description for screen readers
 * @property {() => void} [destroy]  frees its resources
 */

/**
 * A panel that can be shown large.
 * @typedef {Panel & Named} View
 * @typedef {object} Named
 * @property {string} name
 * @property {string} [part]  the word of `show` that hides it, "plot" if left out
 * @property {boolean} [leads]  true if it is the main view while it is shown
 * @property {() => boolean} [shown]  false while the user has switched it off
 */

/**
 * A plot over time.
 * @typedef {object} Plot
 * @property {string} axis  name of the vertical axis
 * @property {string} unit
 * @property {Quantity[]} quantities  the first is drawn on top
 * @property {number} [floor]  a value that is always within the axis
 * @property {(value: number) => string} [format]  format of the values in the legend
 * @property {() => string} [steps]  legend of the ticks at a method's own steps; empty for none
 */

/**
 * A verdict on an imported run.
 * @typedef {object} ImportedVerdict
 * @property {number} rows  that were read
 * @property {string[]} columns  that were read, as the table names them
 * @property {number | string | null} method  id of the method, the first if several give the same
 *   numbers; null if it is none that is offered
 * @property {"certain" | "likely" | "possible" | "none"} certainty
 * @property {string[]} mistakes  in words, after the method's name
 * @property {{ rows: number, line: number, column: string } | null} departs  rows that agree with
 *   the nearest method, and the line and column of the first number that does not
 * @property {string} sentence  the whole verdict
 */

/** @typedef {{ verdict: Promise<ImportedVerdict> }} Judged  a run that was read */

/**
 * Files from which a scene can be built, or a run to compare.
 * @typedef {object} Files
 * @property {string} label  of the file field
 * @property {string} effect  description of the files, in a sentence
 * @property {string[]} endings  of their names, with the dot
 * @property {(files: { name: string, text: string }[]) => void} open  uses them, or throws
 * @property {HTMLElement} [note]  says what was read, below the field
 * @property {() => Promise<void>} [load]  called before `open`
 * @property {(file: { name: string, text: string }) => Promise<Judged>} [judge]  lays a run over
 *   the laboratory's, or throws, and compares it with all methods
 * @property {(field: HTMLElement, open: (files: File[]) => void) => void} [put]  places the field;
 *   it's in front of the controls if left out
 */

/**
 * Parts that a laboratory shows. Only pictures and hint are required.
 * @typedef {object} ShowData
 * @property {Picture[]} pictures  the first on the left, the others beside it
 * @property {(string | Node)[]} hint  keys and gestures, as text
 * @property {(simulations: Simulation[]) => Picture[]} [beside]  pictures of compared runs, which
 *   are then drawn beside the first one and not into it
 * @property {View[]} [panels]  beside the first picture
 * @property {Panel[]} [notes]  below pictures and plots, over the whole width
 * @property {Plot[]} [plots]  their quantities are recorded, too
 * @property {Picture | View | Plot} [main]  one of these three, shown large where the others are in
 *   view beside it; the first picture if left out
 * @property {Quantity[]} [recorded]  further quantities, for the table
 * @property {() => number} [window]  time span of the plots in s; ten periods if left out
 * @property {Readout[]} [readouts]  after the time and the cost of a step
 * @property {HTMLElement[]} [extras]  in the row of switches
 * @property {Panel} [presets]  examples to choose from, beside the plots
 * @property {HTMLElement[]} [imports]  below the buttons that save
 * @property {Files} [files]  from which it can be built, or a run to compare
 */

/**
 * Functions that take part in a run.
 * @typedef {object} ShowBehaviour
 * @property {() => Runner[]} [runners]  all that run, the laboratory's first; that one alone if
 *   left out
 * @property {() => void} [steps]  called before the last step of a frame
 * @property {(steps: number) => void} [stepped]  called after steps of all runners
 * @property {() => boolean} [over]  true if the motion is over: all runners begin again
 * @property {() => { from: number, begin: () => void } | undefined} [replay]  start of the replay
 *   of an explosion in s, and what to do there
 * @property {(key: string) => void} [changed]  called after a parameter or option has changed
 * @property {(again?: boolean) => void} [restarted]  called when all runners are at t = 0; true
 *   if they begin again by themselves
 * @property {() => void} [restored]  called after a seek to another time
 * @property {() => void} [destroy]  frees its resources
 */

/** @typedef {ShowData & ShowBehaviour} Show  the presentation of a scene */

/**
 * A module with the show of a scene, and what is known of it without a laboratory.
 * @typedef {object} ShowModule
 * @property {Parameter[] | ((methods: Method[]) => Parameter[])} [options]  its own parameters
 * @property {string[]} controls  keys of the main ones in order, of which the first five that exist
 *   are used; all others are behind "More"
 * @property {string[]} [folded]  keys of switches that are behind "More" too
 * @property {number} [stride]  least simulated time of a press of Step in s; one step if left out
 * @property {boolean} [races]  true if it has its own way to compare methods
 * @property {boolean} [still]  true if it starts paused
 * @property {boolean} [reversible]  true for a button that reverses time
 * @property {Instrument[]} [instruments]
 * @property {(lab: Lab) => Show} show
 */

/**
 * A quantity in the colour of the chosen method.
 * @param {Lab["get"]} get @param {Omit<Quantity, "color">} quantity
 * @returns {Quantity}
 */
export function ofMethod(get, quantity) {
  return {
    ...quantity,
    get color() {
      return `--${get("method")}`;
    },
  };
}

/** @param {ShowModule} module @param {Method[]} methods */
export function optionsOf({ options = [] }, methods) {
  return typeof options === "function" ? options(methods) : options;
}

/**
 * Methods that a scene with these parameters offers.
 * @param {Method[]} methods @param {Parameter[]} parameters
 */
export function offered(methods, parameters) {
  const method = parameters.find(({ key }) => key === "method");
  const ids = method && "options" in method ? method.options.map(({ value }) => value) : [];
  return methods.filter(({ value }) => ids.includes(value));
}
