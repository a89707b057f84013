// Conserved quantities of a method, as a panel: its modified energy, the area of a drop of phase
// space, and the damping and frequency of an oscillation.
import { element, write } from "../../base/dom.ts";
import type { Lab } from "../../lab/show.ts";
import { DeviationTable } from "./deviation-table.ts";
import { Drop, MAX_STEPS } from "./drop.ts";
import { DropPlot } from "./drop-plot.ts";
import { EnergyPlot, energyChanges } from "./energy-plot.ts";

const NO_DROP =
  "A drop of phase space is carried along with one mass that moves along its spring and does not reach the anchor, or with a point of a plane field.";

const OUTRUN = `The run takes more than ${MAX_STEPS} steps at once, which a drop of 50 states cannot follow.`;

const NO_PREDICTION = "The method chooses its own steps, so that no constant factor predicts the deviation.";

const NO_FACTOR = "Damping and frequency are those of one oscillation, and this motion is none.";

export class Conserved {
  name = "conserved quantities";
  leads = true;
  element = element("section", { className: "conserved off", "aria-label": "Conserved quantities" });
  /** Recorded while it is shown. */
  quantities;
  #lab;
  #drop;
  /** True if the model has an energy; a field has none. */
  #mechanical;
  /** Contents, made when they are first shown. */
  #contents: { energies: EnergyPlot; drop: DropPlot; table: DeviationTable; text: HTMLElement } | undefined;

  constructor(lab: Lab) {
    this.#lab = lab;
    this.#mechanical = lab.simulation.system.air.length > 0;
    this.quantities = energyChanges(lab.simulation, () => this.#mechanical && this.shown());
    this.#drop = new Drop(lab);
  }

  shown = () => this.#lab.get("conserved") === "on";

  /** Makes plots, table and text. */
  #make() {
    const energies = new EnergyPlot(this.#lab, this.quantities);
    const drop = new DropPlot(this.#lab, this.#drop);
    const table = new DeviationTable(this.#lab, this.#drop);
    const text = element("p", { "aria-live": "polite" });
    energies.element.hidden = !this.#mechanical;
    this.element.prepend(
      element("div", { className: "plots" }, energies.element, drop.element),
      element("div", { className: "note" }, table.element, text),
    );
    return { energies, drop, table, text };
  }

  draw() {
    if (!this.shown()) {
      this.#drop.free();
      return;
    }
    this.#contents ??= this.#make();
    const { energies, drop, table, text } = this.#contents;
    const follows = this.#follow();
    drop.element.hidden = !follows;
    if (this.#mechanical) energies.draw();
    if (follows) drop.draw();
    table.show();
    write(text, this.#sentences(follows, table).filter(Boolean).join(" "));
  }

  /** Lets the drop follow the run. Returns false if there is none or if a copy explodes. */
  #follow() {
    try {
      return this.#drop.follow();
    } catch {
      this.#drop.free();
      return false;
    }
  }

  /** Reasons for what is not shown. @param follows  true if there is a drop */
  #sentences(follows: boolean, { predicted, measured }: DeviationTable) {
    const reason = this.#lab.simulation.analysis.noModifiedEnergy;
    return [
      reason ? `There is no modified energy: ${reason}.` : "",
      follows ? "" : NO_DROP,
      follows && this.#drop.outrun ? OUTRUN : "",
      predicted || measured ? "" : NO_FACTOR,
      measured && !predicted ? NO_PREDICTION : "",
    ];
  }

  describe() {
    if (!this.shown() || !this.#contents) return;
    const { energies, drop } = this.#contents;
    if (this.#mechanical) energies.describe();
    drop.describe();
  }

  destroy() {
    this.#drop.free();
  }
}
