// Fills tables over methods when pages are built. In a page's source `<tbody data-methods="steps">`
// may hold rows written by hand; all other rows, and their order, come from the engine. So a new
// method needs no edit here.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { addGroups } from "../www/groups.ts";
import { root } from "./task.js";

/** @typedef {typeof import("../pkg/springlab.js")} Engine */
/** @import { Method, Simulation } from "../pkg/springlab.js" */

/** @typedef {(engine: Engine, method: Method) => string[]} Cells */
/** @type {Record<string, { scene: string, cells: Cells }>} */
const TABLES = {
  steps: { scene: "oscillator", cells: stepCells },
  errors: { scene: "oscillator", cells: errorCells },
  limits: { scene: "damper", cells: limitCells },
};

const BODY = /<tbody data-methods="(\w+)">(.*?)<\/tbody>/gs;

/** @returns {import("vite").Plugin} */
export function methodRows() {
  const handler = async (/** @type {string} */ html) => (html.search(BODY) < 0 ? html : compose(html, await load()));
  return { name: "method-rows", transformIndexHtml: { order: "pre", handler } };
}

/** The engine as it was built last. @returns {Promise<Engine>} */
export async function load() {
  const [glue, wasm] = ["springlab.js", "springlab_bg.wasm"].map((name) => join(root, "pkg", name));
  /** @type {Engine} */
  const engine = await import(`${pathToFileURL(glue)}?${statSync(wasm).mtimeMs}`);
  await engine.default({ module_or_path: readFileSync(wasm) });
  if (!("analysis" in engine.Simulation.prototype)) addGroups(engine.Simulation); // a page has done it before
  return engine;
}

/** A page with all of its rows. @param {string} html @param {Engine} engine */
export function compose(html, engine) {
  return html.replace(BODY, (_, table, written) => {
    const { scene, cells } = TABLES[table];
    const byHand = new Map(
      [...written.matchAll(/<tr><th scope="row">(.*?)<\/th>.*?<\/tr>/gs)].map(([row, label]) => [label, row]),
    );
    const rows = methodsOf(engine, scene).map(
      (method) =>
        byHand.get(method.label) ??
        `<tr><th scope="row">${method.label}</th><td>${cells(engine, method).join("</td><td>")}</td></tr>`,
    );
    return `<tbody>${rows.join("\n")}</tbody>`;
  });
}

/** The methods of a scene that have a formula. @param {Engine} engine @param {string} scene */
function methodsOf(engine, scene) {
  const parameters = engine.sceneRecords().find(({ id }) => id === scene)?.parameters ?? [];
  const choice = parameters.find(({ key }) => key === "method");
  const values = choice && "options" in choice ? choice.options.map(({ value }) => value) : [];
  return engine.methodRecords().filter(({ value, formula }) => formula && values.includes(value));
}

/** One step, its amplification and its phase error. @param {Engine} _ @param {Method} method */
function stepCells(_, { formula }) {
  const { step, amplification, phaseError } = /** @type {NonNullable<Method["formula"]>} */ (formula);
  return [step, amplification, phaseError].map((tex) => `\\(${tex.replaceAll("&", "&amp;")}\\)`);
}

/**
 * Measures a simulation with these parameters, and frees it.
 * @template T
 * @param {Engine} engine @param {string} scene @param {Record<string, string | number>} parameters
 * @param {(simulation: Simulation) => T} measure
 */
export function run(engine, scene, parameters, measure) {
  const simulation = engine.Simulation.open(scene);
  for (const [key, value] of Object.entries(parameters)) simulation.set(key, value);
  const measured = measure(simulation);
  simulation.free();
  return measured;
}

/**
 * Amplification, phase error and largest error in the oscillator's first 10 s.
 * @param {Engine} engine @param {Method} method
 */
function errorCells(engine, { value: method }) {
  return run(engine, "oscillator", { method }, (simulation) => {
    const h = Number(simulation.get("timeStepSize"));
    const period = Number(simulation.analysis.period);
    const steps = Math.round(10 / h);
    const { modulus = Number.NaN, angle = Number.NaN } = simulation.analysis.amplification ?? {};
    let error = 0;
    for (let n = 0; n < steps; n++) {
      simulation.step(1);
      error = Math.max(error, Math.abs(simulation.positions[3] - Number(simulation.analysis.exact?.positions[3])));
    }
    const growth = modulus ** steps - 1;
    const phase = 1000 * steps * (angle - (2 * Math.PI * h) / period);
    return [amplification(growth), phaseError(phase), error < 1e-11 ? "rounding" : `${figure(error, 4)} m`];
  });
}

/** @param {number} growth  amplification − 1; below 1e-11 it is rounding of 2000 steps */
function amplification(growth) {
  const size = Math.abs(growth);
  const sign = growth < 0 ? "−" : "+";
  if (size < 1e-11) return "1";
  return size < 5e-6 ? `1 ${sign} ${figure(size, 5)}` : (1 + growth).toFixed(size < 1e-3 ? 5 : 4);
}

/** @param {number} phase  in mrad */
function phaseError(phase) {
  const size = Math.abs(phase);
  return size < 1e-8 ? "0" : `${phase < 0 ? "−" : "+"}${figure(size, 2)} mrad`;
}

/**
 * A number with fixed decimals, or if these are all 0, with two digits and a power of ten.
 * @param {number} number @param {number} places
 */
function figure(number, places) {
  if (number >= 0.5 * 10 ** -places) return number.toFixed(places);
  const [digits, power] = number.toExponential(1).split("e");
  return `${digits}·10${[...power].map((c) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)]).join("")}`;
}

/**
 * Order, and the largest stable step of the damper undamped and with its defaults.
 * @param {Engine} engine @param {Method} method
 */
function limitCells(engine, { value: method, order }) {
  const limit = (/** @type {Record<string, number>} */ parameters) =>
    run(engine, "damper", { method, ...parameters }, ({ analysis }) => analysis.stepLimit);
  // with ω = 1 the limit is the root of a whole number
  const undamped = limit({ damping: 0, mass: 1, stiffness: 1 });
  const start = limit({});
  const square = Math.round(undamped ** 2);
  const times = Number.isInteger(Math.sqrt(square)) ? Math.sqrt(square) : `\\sqrt ${square}`;
  const grows = `0: it grows at every step${order > 1 ? ", but slowly" : ""}`;
  const law = undamped === 0 ? grows : `\\(${times}/\\omega\\)`;
  return [
    String(order),
    undamped === Infinity ? "none" : law,
    start === Infinity ? "none" : `${Number(start.toFixed(3))} s`,
  ];
}
