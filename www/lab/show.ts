// The interface between a laboratory and the show of a scene: pictures, plots, readouts and panels.

import type { Picture } from "../canvas/canvas.ts";
import type { Curve, Line, Quantity } from "../plots/quantity.ts";
import type { Method, Parameter, Simulation } from "../types.ts";
import type { Instrument } from "./instruments.ts";
import type { Ended, Moving, Run } from "./model/run.ts";
import type { Runner } from "./model/runner.ts";
import type { Readout } from "./views/readouts.ts";

/** Services of a laboratory for its show. */
export interface Lab {
  /** Id of the scene. */
  scene: string;
  simulation: Simulation;
  /** Methods that the scene offers. */
  methods: Method[];
  /** Computed colour of a CSS custom property. */
  color: (property: string) => string;
  /** True if there is such a parameter or option. */
  has: (key: string) => boolean;
  /** The value of a parameter or option. */
  get: (key: string) => number | string;
  /** Returns false if refused. */
  set: (key: string, value: number | string) => boolean;
  /** The chosen method, if the scene offers any. */
  method: () => Method | undefined;
  /** Runs an action that the engine may refuse; returns false if it did. */
  act: (action: () => void, subject?: string) => boolean;
  /** Simulated seconds per second; 0 while paused. */
  timeRate: () => number;
  /** Time since the last step, in steps from 0 to 1; 1 while paused. */
  phase: () => number;
  /** Sets parameters, all others to their defaults, and starts the run. */
  choose: (values: Record<string, number | string>) => void;
  /** True if the run may restart: no "Run to" is under way, and no particle is held. */
  free: () => boolean;
  /** Requests a frame. */
  redraw: () => void;
  /** Runs that are compared with the laboratory's. */
  compared: () => Moving[];
  /**
   * Gives the curves of a recorded quantity: of the laboratory's run, then of the others that
   * are shown.
   */
  curves: (quantity: Quantity) => (Line & Curve)[];
  /** All that are recorded of the laboratory's own run. */
  quantities: () => Quantity[];
  /** Lays a finished run over the laboratory's. */
  lay: (run: Ended) => Run;
  /** Removes it. */
  remove: (run: Run) => void;
  /** Stops the clock. */
  pause: () => void;
  /** Pauses and takes one time step. */
  step: () => void;
  /** Downloads a text as `springlab-scene-name`. */
  save: (text: string, name: string) => void;
  /** Version, scene and parameters, as lines for a saved file. */
  origin: () => string[];
}

/** A further element that follows the simulation. */
export interface Panel {
  element: HTMLElement;
  draw: () => void;
  /** Updates its description for screen readers. */
  describe?: () => void;
  /** Frees its resources. */
  destroy?: () => void;
}

/** A panel that can be shown large. */
export type View = Panel & Named;
interface Named {
  name: string;
  /** The word of `show` that hides it, "plot" if left out. */
  part?: string;
  /** True if it is the main view while it is shown. */
  leads?: boolean;
  /** False while the user has switched it off. */
  shown?: () => boolean;
}

/** A plot over time. */
interface Plot {
  /** Name of the vertical axis. */
  axis: string;
  unit: string;
  /** The first is drawn on top. */
  quantities: Quantity[];
  /** A value that is always within the axis. */
  floor?: number;
  /** Format of the values in the legend. */
  format?: (value: number) => string;
  /** Legend of the ticks at a method's own steps; empty for none. */
  steps?: () => string;
}

/** A verdict on an imported run. */
export interface ImportedVerdict {
  /** Rows that were read. */
  rows: number;
  /** Columns that were read, as the table names them. */
  columns: string[];
  /**
   * Id of the method, the first if several give the same numbers; null if it is none that is
   * offered.
   */
  method: number | string | null;
  certainty: "certain" | "likely" | "possible" | "none";
  /** Mistakes in words, after the method's name. */
  mistakes: string[];
  /**
   * Rows that agree with the nearest method, and the line and column of the first number that
   * does not.
   */
  departs: { rows: number; line: number; column: string } | null;
  /** The whole verdict. */
  sentence: string;
}

/** A run that was read. */
type Judged = { verdict: Promise<ImportedVerdict> };

/** Files from which a scene can be built, or a run to compare. */
export interface Files {
  /** Label of the file field. */
  label: string;
  /** Description of the files, in a sentence. */
  effect: string;
  /** Endings of their names, with the dot. */
  endings: string[];
  /** Uses them, or throws. */
  open: (files: { name: string; text: string }[]) => void;
  /** Says what was read, below the field. */
  note?: HTMLElement;
  /** Called before `open`. */
  load?: () => Promise<void>;
  /** Lays a run over the laboratory's, or throws, and compares it with all methods. */
  judge?: (file: { name: string; text: string }) => Promise<Judged>;
  /** Places the field; it's in front of the controls if left out. */
  put?: (field: HTMLElement, open: (files: File[]) => void) => void;
}

/** Parts that a laboratory shows. Only pictures and hint are required. */
interface ShowData {
  /** The first on the left, the others beside it. */
  pictures: Picture[];
  /** Keys and gestures, as text. */
  hint: (string | Node)[];
  /** Pictures of compared runs, which are then drawn beside the first one and not into it. */
  beside?: (simulations: Simulation[]) => Picture[];
  /** Beside the first picture. */
  panels?: View[];
  /** Below pictures and plots, over the whole width. */
  notes?: Panel[];
  /** Their quantities are recorded, too. */
  plots?: Plot[];
  /**
   * One of these three, shown large where the others are in view beside it; the first picture
   * if left out.
   */
  main?: Picture | View | Plot;
  /** Further quantities, for the table. */
  recorded?: Quantity[];
  /** Time span of the plots in s; ten periods if left out. */
  window?: () => number;
  /** Readouts after the time and the cost of a step. */
  readouts?: Readout[];
  /** Extras in the row of switches. */
  extras?: HTMLElement[];
  /** Examples to choose from, beside the plots. */
  presets?: Panel;
  /** Below the buttons that save. */
  imports?: HTMLElement[];
  /** Files from which it can be built, or a run to compare. */
  files?: Files;
}

/** Functions that take part in a run. */
interface ShowBehaviour {
  /** All that run, the laboratory's first; that one alone if left out. */
  runners?: () => Runner[];
  /** Called before the last step of a frame. */
  steps?: () => void;
  /** Called after steps of all runners. */
  stepped?: (steps: number) => void;
  /** True if the motion is over: all runners begin again. */
  over?: () => boolean;
  /** Start of the replay of an explosion in s, and what to do there. */
  replay?: () => { from: number; begin: () => void } | undefined;
  /** Called after a parameter or option has changed. */
  changed?: (key: string) => void;
  /** Called when all runners are at t = 0; true if they begin again by themselves. */
  restarted?: (again?: boolean) => void;
  /** Called after a seek to another time. */
  restored?: () => void;
  /** Frees its resources. */
  destroy?: () => void;
}

/** The presentation of a scene. */
export type Show = ShowData & ShowBehaviour;

/** A module with the show of a scene, and what is known of it without a laboratory. */
export interface ShowModule {
  /** Its own parameters. */
  options?: Parameter[] | ((methods: Method[]) => Parameter[]);
  /**
   * Keys of the main ones in order, of which the first five that exist are used; all others are
   * behind "More".
   */
  controls: string[];
  /** Keys of switches that are behind "More" too. */
  folded?: string[];
  /** Least simulated time of a press of Step in s; one step if left out. */
  stride?: number;
  /** True if it has its own way to compare methods. */
  races?: boolean;
  /** True if it starts paused. */
  still?: boolean;
  /** True for a button that reverses time. */
  reversible?: boolean;
  instruments?: Instrument[];
  show: (lab: Lab) => Show;
}

/** A quantity in the colour of the chosen method. */
export function ofMethod(get: Lab["get"], quantity: Omit<Quantity, "color">): Quantity {
  return {
    ...quantity,
    get color() {
      return `--${get("method")}`;
    },
  };
}

export function optionsOf({ options = [] }: ShowModule, methods: Method[]) {
  return typeof options === "function" ? options(methods) : options;
}

/** Methods that a scene with these parameters offers. */
export function offered(methods: Method[], parameters: Parameter[]) {
  const method = parameters.find(({ key }) => key === "method");
  const ids = method && "options" in method ? method.options.map(({ value }) => value) : [];
  return methods.filter(({ value }) => ids.includes(value));
}
