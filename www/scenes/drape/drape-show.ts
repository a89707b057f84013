// A cloth that falls in space.
import { element } from "../../base/dom.ts";
import { Surface } from "../../canvas/surface.ts";
import type { Lab, Show } from "../../lab/show.ts";
import { save } from "../../lab/views/exports.ts";
import { Presets } from "../../lab/views/presets.ts";
import { readout } from "../../lab/views/readouts.ts";
import type { Simulation } from "../../types.ts";
import { options as general, showSprings, WIRES } from "../system/mass-spring-show.ts";
import type { Parts } from "../system/system-picture.ts";
import { hint } from "../system/system-show.ts";
import { Between } from "./between.ts";
import { DrapePicture } from "./drape-picture.ts";
import { COARSE, PRESETS } from "./presets.ts";

export const options = [WIRES, ...general];

export const controls = ["obstacle", "pins", "stiffness", "shearStiffness", "bendingStiffness"];

/** One row is enough for the other switches. */
export const folded = ["selfContact"];

/** Simulated time of a press of *Step*, in s: a single step of 5 ms would hardly be visible. */
export const stride = 0.02;

/** Size of a cloth for which all modes can be computed. */
const SMALLER = { width: 10, height: 10 };

/** Width of a poster, in px. */
const POSTER = 2400;

export function show(lab: Lab): Show {
  /** One for all pictures. */
  let surface: Surface | undefined;
  const shaded = () => {
    surface ??= new Surface(lab.redraw);
    return surface;
  };
  let first: { picture: DrapePicture; parts: Parts } | undefined;
  const stepSize = () => Number(lab.get("timeStepSize"));
  const betweens: WeakMap<Simulation, Between> = new WeakMap();
  const springs = showSprings(lab, {
    draw: (simulation, parts) => {
      const between = new Between(simulation, stepSize);
      betweens.set(simulation, between);
      const positions = () => {
        const shown = parts.positions();
        const own = simulation.positions;
        // the picture may show another state than the run's
        const isOwn = shown.buffer === own.buffer && shown.byteOffset === own.byteOffset;
        return isOwn ? between.at(lab.phase()) : shown;
      };
      const picture = new DrapePicture(simulation, { ...parts, positions }, shaded);
      first ??= { picture, parts };
      return picture;
    },
    hint: hint(),
    smaller: SMALLER,
    apart: true,
  });
  const { picture, parts } = first as NonNullable<typeof first>;
  const presets = new Presets(lab, PRESETS, COARSE, (run, canvas) => {
    const plain = { shows: () => false, lastGood: () => undefined, caption: () => "", modes: { playing: false } };
    const small = new DrapePicture(run, { ...parts, ...plain, positions: () => run.positions }, shaded);
    small.camera.resize(canvas.width / 2, canvas.height / 2);
    small.follow(run.positions);
    small.still(canvas);
  });
  const poster = element("button", { type: "button", title: `Save the picture alone, ${POSTER} px wide` }, "Poster");
  poster.addEventListener("click", () => {
    const { width, height } = picture.camera;
    const canvas = element("canvas", { width: POSTER, height: Math.round((POSTER * height) / width) });
    picture.still(canvas);
    canvas.toBlob((blob) => blob && save(blob, `springlab-${lab.scene}-poster.png`));
    lab.redraw();
  });
  const torn = readout("# torn springs", () => String(lab.simulation.system.torn.length));
  const destroy = () => {
    presets.destroy();
    springs.destroy?.();
    surface?.destroy();
  };
  const imports = [element("div", { className: "buttons" }, poster)];
  const steps = () => {
    for (const { simulation } of [lab, ...lab.compared().map(({ engine }) => engine)]) betweens.get(simulation)?.note();
  };
  return {
    ...springs,
    steps,
    presets,
    imports,
    readouts: [...(springs.readouts ?? []), torn],
    destroy,
  };
}
