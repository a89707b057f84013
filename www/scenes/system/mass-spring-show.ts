// The show shared by scenes of masses and springs: step limit, modes, energies and strain.
import { element } from "../../base/dom.ts";
import { energy, significant } from "../../base/format.ts";
import type { Picture } from "../../canvas/canvas.ts";
import { STRAINS } from "../../canvas/spring-strokes.ts";
import { Enlargement } from "../../instruments/enlargement.ts";
import { LastGood } from "../../instruments/last-good.ts";
import { Limit } from "../../instruments/limit.ts";
import { Modes } from "../../instruments/modes.ts";
import { TIME_RATE, toggle } from "../../lab/model/options.ts";
import type { Files, Lab, Panel, Show } from "../../lab/show.ts";
import { readout } from "../../lab/views/readouts.ts";
import { energies } from "../../plots/energies.ts";
import { swatch } from "../../plots/swatch.ts";
import type { Simulation } from "../../types.ts";
import type { Parts } from "./system-picture.ts";

export const options = [
  toggle("strain", "Strain", "Draws springs by how much they are stretched or compressed."),
  toggle("mode", "Fastest mode", "Draws how the fastest mode moves each mass."),
];

/** Option of cloths that are drawn as surfaces. */
export const WIRES = toggle("wires", "Wires", "Draws the springs in rows and columns on the cloth.");

export const controls = ["timeStepSize", "stiffness", "damping", "method", "obstacle", "mass"];

/** Modes of a picture that plays none. */
const STILL = { playing: false };

/** Keys of options that belong to the laboratory and not to the engine. */
const OWN = [...options, WIRES, TIME_RATE].map(({ key }) => key);

/** The show of a scene of masses and springs. */
export function showSprings(
  lab: Lab,
  {
    draw,
    hint,
    smaller,
    files,
    apart,
  }: {
    /** Makes the picture. */
    draw: (simulation: Simulation, parts: Parts) => Picture & { restart: () => void };
    hint: (string | Node)[];
    /** Parameters for which all modes can be computed. */
    smaller?: Record<string, number>;
    files?: Files;
    /** True if compared runs are drawn side by side. */
    apart?: boolean;
  },
): Show {
  const { simulation, get } = lab;
  const lastGood = new LastGood(lab.scene, simulation, () => limit.refresh());
  const subject = () => lastGood.analysed;
  const limit = new Limit(lab, subject);
  const modes = new Modes(lab, subject, smaller);
  const enlargement = new Enlargement(simulation);
  const parts = {
    color: lab.color,
    shows: (what: string) => get(what) === "on",
    lastGood: () => lastGood.shown,
    mode: () => limit.mode,
    modes,
    positions: () => {
      if (lastGood.shown || modes.playing) return modes.positions(subject());
      return enlargement.positions();
    },
    redraw: lab.redraw,
    caption: () => {
      if (lastGood.shown) {
        return `Last good state, ${significant(lastGood.shown.time)} s. Strokes: the mode that grew.`;
      }
      return enlargement.times > 1 ? `The mode that grows, enlarged ${significant(enlargement.times)} times` : "";
    },
  };
  const picture = draw(simulation, parts);
  /** Pictures of compared runs. */
  let others: ReturnType<typeof draw>[] = [];
  const beside = (simulations: Simulation[]) => {
    const plain = { lastGood: () => undefined, mode: () => undefined, modes: STILL, caption: () => "" };
    others = simulations.map((one) => {
      const other = draw(one, { ...parts, ...plain, positions: () => one.positions });
      return Object.assign(other, { quiet: true }); // one scale is enough
    });
    return others;
  };
  let height = simulation.energy.gravity;
  // changes since the start, because the height of zero potential energy is arbitrary
  const changes = energies(simulation, ({ energy }) => {
    const { gravity, total, wind, ...others } = energy;
    return { ...others, gravity: gravity - height, total: total - height, wind: wind || Number.NaN }; // no curve without wind
  });
  const quantities = Object.values(changes).map((quantity) => ({
    ...quantity,
    // rounding is relative to the potential energy at the start
    get scale() {
      return Math.abs(height);
    },
  }));
  const count = () => simulation.system.springs.length / 2;
  let springs = count();
  return {
    pictures: [picture],
    beside: apart ? beside : undefined,
    runners: () => [lastGood],
    notes: [strains(lab), limit, modes],
    window: () => 10,
    plots: [{ axis: "energy since the start", unit: "J", quantities, format: energy }],
    readouts: [
      readout("# particles", () => String(simulation.positions.length / 3)),
      readout("# springs", () => String(springs)),
      limit.readout,
    ],
    hint,
    files: files && {
      ...files,
      open: (given) => {
        files.open(given);
        modes.forget();
      },
    },
    changed: (key) => {
      if (!OWN.includes(key)) {
        enlargement.end();
        lastGood.change(key, get(key));
        modes.forget();
      }
      if (simulation.time === 0) height = simulation.energy.gravity;
      limit.refresh();
    },
    restarted: () => {
      modes.stop();
      enlargement.end();
      lastGood.forget();
      limit.refresh();
      for (const one of [picture, ...others]) one.restart();
      height = simulation.energy.gravity;
      springs = count();
    },
    restored: () => {
      enlargement.end();
      lastGood.forget();
      limit.refresh();
    },
    replay: () => {
      const from = lastGood.shown?.time;
      const { mode } = limit;
      return from === undefined || !mode ? undefined : { from, begin: () => enlargement.begin(mode) };
    },
    destroy: () => {
      limit.destroy();
      modes.forget();
      lastGood.destroy();
    },
  };
}

/** Legend of the springs' colours and widths. */
function strains({ get }: Lab): Panel {
  const items = STRAINS.map((strain) => element("li", {}, swatch({ ...strain, dash: [] }), strain.label));
  const panel = element(
    "div",
    { hidden: true },
    element("ul", { className: "legend wide", "aria-label": "Springs" }, ...items),
  );
  return {
    element: panel,
    draw: () => {
      panel.hidden = get("strain") !== "on";
    },
  };
}
