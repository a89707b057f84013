// The panel of an imported run: a field for pasted tables, examples, and what was found.
import { element } from "../../base/dom.js";
import { significant } from "../../base/format.js";
import { Simulation } from "../../engine.js";
import { readRun } from "./imported-run.js";
import { mistakes, NONE } from "./mistakes.js";
import { energyChange, largestError, oscillation } from "./observed.js";
import { resemblance, written } from "./resemblance.js";
import { sentences } from "./sentences.js";

/** @import { Lab } from "../../lab/show.js" */
/** @import { ImportedRun } from "./imported-run.js" */
/** @import { Candidate, Trial } from "./resemblance.js" */

/**
 * @typedef {object} RunPanel
 * @property {HTMLElement[]} elements
 * @property {(files: { name: string, text: string }[]) => void} open  reads a run, or throws
 * @property {(key: string) => void} changed  judges the run anew with another parameter
 */

/** Parameters that a motion depends on. */
const KEYS = [
  ...["mass", "stiffness", "damping", "restLength", "drive", "waveform", "drivingFrequency", "amplitude"],
  ...["timeStepSize", "tolerance", "spectralRadius", "solver"],
];

/** Index of the mass's x in lists of coordinates. */
const MASS = 3;

/** Most rows that are compared with the exact motion. */
const MOST_ROWS = 5000;

/** Rows of an example. */
const ROWS = 1000;

/** Time in ms for which parameters rest before a run is judged. */
const REST = 200;

/**
 * @param {Lab} lab
 * @param {(file: File) => void} open  opens a file as if it was chosen
 * @param {(run: ImportedRun | undefined) => void} show  lays a run over the laboratory's
 * @returns {RunPanel}
 */
export function runPanel(lab, open, show) {
  /** @type {ImportedRun | undefined} */
  let run;
  /** Number of comparisons begun: only the last one goes on. */
  let turn = 0;
  const verdict = element("p", { role: "status" });
  const numbers = element("table");
  const remove = element("button", { type: "button", textContent: "Remove the run" });
  const lay = (/** @type {ImportedRun | undefined} */ next) => {
    run = next;
    turn += 1;
    verdict.replaceChildren();
    numbers.hidden = remove.hidden = !run;
    numbers.replaceChildren();
    show(run);
  };
  remove.addEventListener("click", () => lay(undefined));
  const judge = async () => {
    if (!run) return;
    turn += 1;
    const [judged, mine] = [run, turn];
    const pause = async (wait = 0) => {
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (mine !== turn) throw new Error("Another comparison has begun.");
    };
    verdict.textContent = `Comparing ${judged.name} with all methods …`;
    /** @type {Trial | undefined} */
    let trial;
    try {
      await pause(REST);
      trial = trialOf(lab);
      const found = await resemblance(judged, trial, pause);
      verdict.textContent = [...sentences(found, judged), judged.note ?? ""].join(" ").trim();
      numbers.replaceChildren(...rows(judged, trial));
    } catch (error) {
      if (mine === turn) verdict.textContent = /** @type {Error} */ (error).message;
    } finally {
      trial?.simulation.free();
    }
  };
  lay(undefined);
  return {
    elements: [pasting(open), examples(lab, open), verdict, numbers, remove],
    open: (files) => {
      if (files.length !== 1)
        throw new Error(`A run is one file; ${files.map(({ name }) => name).join(", ")} were given.`);
      const [{ name, text }] = files;
      const next = readRun(text, name);
      if (lab.has("waveform") && lab.get("waveform") === "hand")
        throw new Error("A run is compared with a drive by a formula; the drive by hand is another each time.");
      lab.simulation.restart();
      lay(next);
      judge();
    },
    changed: (key) => {
      if (KEYS.includes(key)) judge();
    },
  };
}

/** A field for a pasted table. @param {(file: File) => void} open */
function pasting(open) {
  const field = element("textarea", { rows: 3, cols: 40, placeholder: "t [s]; x [m]; v [m/s]", spellcheck: false });
  const button = element("button", { type: "button", textContent: "Read the table" });
  button.addEventListener("click", () => open(new File([field.value], "the pasted table")));
  return element("div", { className: "paste" }, element("label", {}, "Or paste a table ", field), button);
}

/** Buttons for ready-made runs. @param {Lab} lab @param {(file: File) => void} open */
function examples(lab, open) {
  const buttons = ["A", "B", "C"].map((letter, i) => {
    const button = element("button", { type: "button", textContent: `Example ${letter}` });
    button.addEventListener("click", () => open(new File([example(lab, i)], `Example ${letter}`)));
    return button;
  });
  return element("div", { className: "buttons" }, ...buttons);
}

/** The table of an example with the present parameters. @param {Lab} lab @param {number} index */
function example(lab, index) {
  const trial = trialOf(lab);
  const wrong = mistakes(trial.values).find(({ values }) => values) ?? NONE;
  const method = (/** @type {string} */ id) => trial.methods.find(({ value }) => value === id) ?? trial.methods[0];
  /** @type {Candidate[]} */
  const all = [
    { method: method("explicit-euler"), mistake: NONE, every: 1 },
    { method: method("symplectic-euler"), mistake: wrong, every: 1 },
    { method: method("runge-kutta-4"), mistake: NONE, every: 5 },
  ];
  try {
    const { times, x, v } = written(all[index], ROWS, trial);
    const lines = times.map((time, i) => [time, x[i], v[i]].map((value) => value.toPrecision(10)).join(";"));
    return ["t [s];x [m];v [m/s]", ...lines].join("\n");
  } finally {
    trial.simulation.free();
  }
}

/**
 * A simulation for comparisons, with the parameters of the laboratory's.
 * @param {Lab} lab @returns {Trial}
 */
function trialOf({ scene, methods, has, get }) {
  const simulation = Simulation.open(scene);
  const values = Object.fromEntries(KEYS.filter(has).map((key) => [key, get(key)]));
  if (has("initialLength")) simulation.set("initialLength", get("initialLength"));
  for (const [key, value] of Object.entries({ ...values, substeps: "1" })) simulation.set(key, value);
  return { simulation, methods, values, start: [simulation.positions[MASS], simulation.velocities[MASS]] };
}

/** Rows of the table of numbers. @param {ImportedRun} run @param {Trial} trial */
function rows(run, { simulation, values }) {
  const [mass, stiffness] = [Number(values.mass), Number(values.stiffness)];
  const [damping, rest] = [Number(values.damping ?? 0), Number(values.restLength ?? 0)];
  const { frequency, decay } = oscillation(run, rest);
  const driven = values.drive !== undefined;
  const exact = Math.sqrt(Math.max(0, stiffness / mass - (0.5 * damping) ** 2 / mass ** 2));
  const energy = energyChange(run, rest, stiffness, mass);
  /** @type {[string, string][]} */
  const free = [
    ["Observed ω; exact", `${unit(frequency, "rad/s")}; ${unit(exact, "rad/s")}`],
    ["Observed decay rate of the amplitude; exact", `${unit(decay, "1/s")}; ${unit((0.5 * damping) / mass, "1/s")}`],
    ["Change of the energy", Number.isFinite(energy) ? `${significant(100 * energy)} %` : "–"],
  ];
  /** @type {[string, string][]} */
  const all = [
    ["Rows, and the time between two", `${run.times.length}, ${significant(run.spacing)} s`],
    ["Largest distance from the exact motion", unit(error(run, simulation, values), "m")],
    ...(driven ? [] : free),
  ];
  return all.map(([name, value]) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value)));
}

/**
 * Largest distance from the exact motion in m; NaN if that is not known.
 * @param {ImportedRun} run @param {Simulation} simulation @param {Trial["values"]} values
 */
function error(run, simulation, values) {
  try {
    for (const [key, value] of Object.entries(values)) simulation.set(key, value);
    simulation.set("method", "implicit-midpoint"); // it is stable at any step; only the exact motion is read
    simulation.set("timeStepSize", run.spacing);
    simulation.restart();
    const [places, speeds] = [Array.from(simulation.positions), Array.from(simulation.velocities)];
    places[MASS] = run.x.values[0];
    speeds[MASS] = run.v?.values[0] ?? speeds[MASS];
    simulation.history.setState(places, speeds);
    const count = Math.min(run.times.length, MOST_ROWS);
    const known = Float64Array.from({ length: count }, (_, i) => {
      if (i > 0) simulation.step(1);
      return simulation.analysis.exact?.positions[MASS] ?? Number.NaN;
    });
    return largestError(run, known);
  } catch {
    return Number.NaN;
  }
}

/** @param {number} value @param {string} unit */
function unit(value, unit) {
  return Number.isFinite(value) ? `${significant(value)} ${unit}` : "–";
}
