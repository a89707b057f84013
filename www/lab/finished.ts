// A run that is over, laid over the laboratory's: one that was pinned, or one from a file.
import type { Ghost } from "../canvas/ghosts.ts";
import type { Curve, Quantity } from "../plots/quantity.ts";
import type { Look } from "./look.ts";

export interface Content {
  kind: "pinned" | "imported";
  name: string;
  /** Time at which it ends, in s. */
  time: number;
  /** Parameters by key. */
  parameters: Record<string, number | string>;
  /** Curves by the quantities of the laboratory's run. */
  curves: Map<Quantity, Curve>;
  /** Gives its masses and springs at an elapsed time in s, if they are known. */
  shape: (elapsed: number) => Ghost["simulation"] | undefined;
  /** Called when the run is removed. */
  removed?: () => void;
  /** Energy that its method has made, in J. */
  made?: number;
  /** Mean rate at which its method made energy, in J/s. */
  drift?: number;
  /** Gives the laboratory's run its parameters and its state. */
  restore?: () => void;
}

export class Finished {
  content;
  kind;
  name;
  time;
  parameters;
  shape;
  color;
  dash;
  /** Its quantities by those of the laboratory's run. */
  quantities: Map<Quantity, Quantity>;
  /** True if neither picture nor plots show it. */
  hidden = false;

  constructor(content: Content, { color, dash }: Look) {
    const { kind, name, time, parameters, curves, shape } = content;
    this.content = content;
    this.kind = kind;
    this.name = name;
    this.time = time;
    this.parameters = parameters;
    this.shape = shape;
    this.color = color;
    this.dash = dash;
    this.quantities = new Map(Array.from(curves, ([quantity, curve]) => [quantity, this.#repeat(quantity, curve)]));
  }

  /** A quantity of this run. @param quantity  of the laboratory's run */
  #repeat({ label, unit }: Quantity, record: Curve): Quantity {
    const name = () => this.name;
    return {
      unit,
      color: this.color,
      dash: this.dash,
      width: 1.6,
      record,
      value: () => Number.NaN,
      get label() {
        return `${label}, ${name()}`;
      },
      get run() {
        return name();
      },
    };
  }
}
