// One of the runs that a laboratory shows: its own, one that moves beside it, or one that is over.
import type { Ghost } from "../../canvas/ghosts.ts";
import { DASHES } from "../../plots/dashes.ts";
import type { Curve, Quantity } from "../../plots/quantity.ts";
import type { Method, Parameter } from "../../types.ts";
import type { Companion } from "./companion.ts";
import type { Runner } from "./runner.ts";

/** Values of parameters by key. */
export type Values = Record<string, number | string>;

/**
 * `live`: the laboratory's own; `compared`: moves beside it; `reference`: does so unseen, with far
 * smaller errors; `pinned` and `imported`: over.
 */
export type Kind = "live" | "compared" | "reference" | "pinned" | "imported";

/** Colour, a custom property, and lengths of dashes and gaps in CSS px. */
export type Look = { color: string; dash: number[] };

/** Colours of runs that have none of their own. */
const COLORS = ["--stretched", "--positive", "--compressed", "--negative"];

/** Width of a run's curves in CSS px. */
const WIDTH = 1.6;

export interface Run extends Look {
  kind: Kind;
  name: string;
  /** True if neither picture nor plots show it. */
  hidden: boolean;
  /** Its curves by the quantities of the laboratory's own run. */
  curves: Map<Quantity, Quantity>;
  /** Moves it; undefined if it is over. */
  engine?: Runner;
  /** Values of parameters: of a moving run those that it does not share, else all known ones. */
  values: Values;
  /** Gives its masses and springs at an elapsed time in s, if they are known. */
  shape: (elapsed: number) => Ghost["simulation"] | undefined;
  /** Simulated time in s; that of its end if it is over. */
  readonly time: number;
  /** Energy that its method had made at its end, in J. */
  made?: number;
  /** Mean rate at which its method made energy up to its end, in J/s. */
  drift?: number;
  /** Gives the laboratory's own run its parameters and its state. */
  restore?: () => void;
  /** Called when it is removed. */
  removed?: () => void;
}

/** The laboratory's own run. @param methods  that the scene offers */
export function live(engine: Runner, methods: Method[]): Run & { engine: Runner } {
  const { simulation } = engine;
  return {
    kind: "live",
    get name() {
      return methods.find(({ value }) => value === simulation.get("method"))?.label ?? "";
    },
    get color() {
      return `--${simulation.get("method")}`;
    },
    dash: [],
    hidden: false,
    curves: new Map(),
    engine,
    values: {},
    shape: () => simulation,
    get time() {
      return simulation.time;
    },
  };
}

/** A run that moves beside the laboratory's own. */
export type Moving = Run & { engine: Companion };

export function moving(kind: "compared" | "reference", name: string, look: Look, engine: Companion): Moving {
  return {
    kind,
    name,
    color: look.color,
    dash: look.dash,
    hidden: kind === "reference",
    curves: new Map(),
    engine,
    values: engine.own,
    shape: () => (engine.stopped === undefined ? engine.simulation : undefined),
    get time() {
      return engine.simulation.time;
    },
  };
}

/** Facts about a run that is over. */
export interface Ended extends Pick<Run, "name" | "shape" | "made" | "drift" | "restore" | "removed"> {
  kind: "pinned" | "imported";
  /** Time at which it ends, in s. */
  time: number;
  /** Values of parameters. */
  parameters: Values;
  /** Curves by the quantities of the laboratory's own run. */
  curves: Map<Quantity, Curve>;
}

/** A run that is over. */
export function over({ time, parameters, curves, ...known }: Ended, { color, dash }: Look): Run {
  const run: Run = {
    ...known,
    color,
    dash,
    hidden: false,
    curves: new Map(),
    values: parameters,
    time,
  };
  for (const [quantity, record] of curves) repeat(run, quantity, { record });
  return run;
}

/**
 * Gives a run a quantity of the laboratory's own run.
 * @param source  reads it now, or has it recorded
 * @returns that of this run
 */
export function repeat(run: Run, quantity: Quantity, source: Partial<Pick<Quantity, "value" | "record">>): Quantity {
  const { label, unit, hidden, spare } = quantity;
  const own: Quantity = {
    unit,
    hidden,
    spare,
    color: run.color,
    dash: run.dash,
    width: WIDTH,
    value: () => Number.NaN,
    ...source,
    get label() {
      return `${label}, ${run.name}`;
    },
    get run() {
      return run.name;
    },
  };
  run.curves.set(quantity, own);
  return own;
}

/** Name of a run by the values that it does not share. */
export function nameOfRun(own: Values, find: (key: string) => Parameter | undefined) {
  const names = Object.entries(own).map(([key, value]) => {
    const parameter = find(key);
    if (!parameter) return `${key} = ${value}`;
    const { label, symbol } = parameter;
    if ("options" in parameter) return parameter.options.find((option) => option.value === value)?.label ?? label;
    return `${symbol || label} = ${value}${parameter.unit && ` ${parameter.unit}`}`;
  });
  return names.join(", ");
}

/**
 * A colour and dashes that no other run has, as far as there are enough.
 * @param own  colours to prefer
 */
export function freeLook(others: Look[], own: string[] = []): Look {
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

/** The first of those that are used least. */
function rarest<T>(all: T[], used: T[]): T {
  const uses = (one: T) => used.filter((other) => other === one).length;
  return all.reduce((best, one) => (uses(one) < uses(best) ? one : best));
}
