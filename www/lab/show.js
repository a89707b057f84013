// What a laboratory shows of a scene, and what it gets for that.

/** @import { Method, Parameter, Simulation } from "../types.js" */
/** @import { Readout } from "./readouts.js" */
/** @import { Quantity } from "../plots/recorder.js" */
/** @import { Picture } from "../canvas/canvas.js" */
/** @import { Runner } from "./history.js" */

/**
 * What a show gets from the laboratory it is in.
 * @typedef {object} Lab
 * @property {string} scene  its id
 * @property {Simulation} simulation
 * @property {Method[]} methods  those that the scene offers
 * @property {(property: string) => string} color  the colour a custom property stands for
 * @property {(key: string) => boolean} has  whether there is such a parameter or option
 * @property {(key: string) => number | string} get  the value of a parameter or option
 * @property {(key: string, value: number | string) => boolean} set  false if it is refused
 * @property {() => Method | undefined} method  the method at work; undefined where the scene offers none
 * @property {(action: () => void, subject?: string) => boolean} act  does what may be refused, and says whether it did
 * @property {() => number} timeRate  simulated seconds per second; 0 while time stands still
 * @property {() => boolean} free  whether the run may begin anew: nobody waits for a time, nothing is in hand
 * @property {() => void} redraw  asks for a new frame
 * @property {() => void} pause  stops the clock
 * @property {(text: string, name: string) => void} save  hands over a file; the scene's name comes before its own
 * @property {() => string[]} origin  version, scene and parameters, as lines of a file that is saved
 */

/**
 * Something beside the pictures and plots that follows the simulation.
 * @typedef {object} Panel
 * @property {HTMLElement} element
 * @property {() => void} draw
 * @property {() => void} [describe]  brings what it says in words up to date
 */

/**
 * A plot over time.
 * @typedef {object} Plot
 * @property {string} axis  what it shows
 * @property {string} unit
 * @property {number[]} quantities  indices into the show's, the first is drawn on top
 * @property {number} [floor]  a value that is always in the picture
 * @property {(value: number) => string} [format]  of the values in the legend
 * @property {() => string} [steps]  what the legend says of the steps that the method chooses itself, whose ends are ticks; empty without
 */

/**
 * Files of which a scene can be made.
 * @typedef {object} Files
 * @property {string} label  what to call them
 * @property {string} effect  what they are, in a sentence
 * @property {string[]} endings  of their names, each with its dot
 * @property {(files: { name: string, text: string }[]) => void} open  makes the scene of them, or throws a sentence
 */

/**
 * What a laboratory shows of a scene. Everything but the picture may be left out.
 * @typedef {object} Show
 * @property {Picture[]} pictures  the first on the left, others beside it
 * @property {Panel[]} [panels]  beside the first picture
 * @property {Panel[]} [notes]  below pictures and plots, over the whole width
 * @property {Quantity[]} [quantities]  what is recorded over time
 * @property {() => number[]} [values]  those quantities now
 * @property {() => number} [window]  the length of the past that plots show, in s; ten periods if left out
 * @property {Plot[]} [plots]
 * @property {Readout[]} [readouts]  beside the time and the cost of a step
 * @property {HTMLElement[]} [extras]  beside the controls
 * @property {(string | Node)[]} hint  what keys and gestures there are, as text
 * @property {(steps: number) => void} [step]  takes steps, if there is more to move than the simulation
 * @property {number} [stride]  how far in s a press of Step goes at least, in as many steps as that takes; one step if left out
 * @property {(key: string) => void} [changed]  is told of a parameter or option that has changed
 * @property {() => void} [restarted]  is told that the simulation is back at t = 0
 * @property {() => Simulation} [subject]  what is told of limits; the simulation if left out
 * @property {() => Simulation[]} [others]  simulations that take the same parameters: what means something to one of them is not idle
 * @property {() => Runner<any>[]} [runners]  what goes back in time with the simulation
 * @property {() => void} [restored]  is told that the simulation has gone back, or on, to another time
 * @property {() => { from: number, begin: () => void } | undefined} [replay]  from which time in s an explosion is to be replayed, and what to do there
 * @property {() => void} [destroy]  gives back what it holds
 * @property {Files} [files]  what it can be made of
 * @property {boolean} [still]  starts paused
 * @property {boolean} [reversible]  has a button that turns time round
 */

/**
 * A module that shows a scene.
 * @typedef {object} ShowModule
 * @property {Parameter[] | ((methods: Method[]) => Parameter[])} [options]  what can be set beside the scene's parameters
 * @property {string[]} main  keys of the parameters that matter most, in this order: the first five that there are; all others are behind "More"
 * @property {(lab: Lab) => Show} show
 */

/** A quantity in the colour of the method at work. @param {Lab["get"]} get @param {Omit<Quantity, "color">} quantity @returns {Quantity} */
export function ofMethod(get, quantity) {
  return {
    ...quantity,
    get color() {
      return `--${get("method")}`;
    },
  };
}

/** The options of a module, for the methods that its scene offers. @param {ShowModule} module @param {Method[]} methods */
export function optionsOf({ options = [] }, methods) {
  return typeof options === "function" ? options(methods) : options;
}

/** Those of all methods that a scene with these parameters offers. @param {Method[]} methods @param {Parameter[]} parameters */
export function offered(methods, parameters) {
  const method = parameters.find(({ key }) => key === "method");
  const ids = method && "options" in method ? method.options.map(({ value }) => value) : [];
  return methods.filter(({ value }) => ids.includes(value));
}
