// The rows of tables over methods. In a page's source <tbody data-methods="steps"> has those that are told by hand; the engine tells all others,
// and the order. So a new method has its rows without a word here or there.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fraction, leading, polynomial, quotient, squaredOnAxis, term, tex } from "./rational.js";
import { root } from "./task.js";

/** @typedef {typeof import("../pkg/springlab.js")} Engine */
/** @import { Method, Simulation } from "../pkg/springlab.js" */

/** What a table is about: the scene that it is for, and the cells of a method. @type {Record<string, { scene: string, cells: (engine: Engine, method: Method) => string[] }>} */
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
  return engine;
}

/** A page with all of its rows. @param {string} html @param {Engine} engine */
export function compose(html, engine) {
  return html.replace(BODY, (_, table, told) => {
    const { scene, cells } = TABLES[table];
    const byHand = new Map(
      [...told.matchAll(/<tr><th scope="row">(.*?)<\/th>.*?<\/tr>/gs)].map(([row, label]) => [label, row]),
    );
    const rows = offered(engine, scene).map(
      (method) =>
        byHand.get(method.label) ??
        `<tr><th scope="row">${method.label}</th><td>${cells(engine, method).join("</td><td>")}</td></tr>`,
    );
    return `<tbody>${rows.join("\n")}</tbody>`;
  });
}

/** The methods of a scene that have a factor per step. @param {Engine} engine @param {string} scene */
export function offered(engine, scene) {
  const parameters = engine.sceneRecords().find(({ id }) => id === scene)?.parameters ?? [];
  const choice = parameters.find(({ key }) => key === "method");
  const values = choice && "options" in choice ? choice.options.map(({ value }) => value) : [];
  return engine
    .methodRecords()
    .filter(({ value: method }) => values.includes(method))
    .filter(({ value: method }) => run(engine, scene, { method }, ({ amplification }) => amplification));
}

/**
 * What a simulation tells.
 * @template T
 * @param {Engine} engine @param {string} scene @param {Record<string, string | number>} parameters
 * @param {(simulation: Simulation) => T} tell
 */
function run(engine, scene, parameters, tell) {
  const simulation = engine.Simulation.open(scene);
  for (const [key, value] of Object.entries(parameters)) simulation.set(key, value);
  const told = tell(simulation);
  simulation.free();
  return told;
}

/** What a simulation of the oscillator with ω = 1 tells, with steps of y. @template T @param {Engine} engine @param {string} method @param {number} y @param {(simulation: Simulation) => T} tell */
const turn = (engine, method, y, tell) =>
  run(engine, "oscillator", { method, mass: 1, stiffness: 1, timeStepSize: y }, tell);

/** The modulus and the angle of the factor on the oscillator. @param {Engine} engine @param {string} method @param {number} y */
const factor = (engine, method, y) =>
  turn(engine, method, y, ({ amplification: { modulus = Number.NaN, angle = Number.NaN } = {} }) => ({
    modulus,
    angle,
  }));

/** One step on the oscillator, |R|, and the leading term of the phase error. @param {Engine} engine @param {Method} method */
function stepCells(engine, { value: method }) {
  const [step, modulus] = scalarStep(engine, method) ?? matrixStep(engine, method) ?? [];
  const growth = first((y) => factor(engine, method, y).modulus - 1);
  const phase = first((y) => factor(engine, method, y).angle - y);
  return [
    step ? `\\(${step}\\)` : "–",
    `\\(${modulus ?? (growth ? `1 ${growth} + \\dots` : "1")}\\)`,
    `\\(${phase ?? "0"}\\)`,
  ];
}

/** The leading term with its sign, where there is one. @param {(y: number) => number} f */
function first(f) {
  const found = leading(f);
  if (!found) return;
  const { coefficient: c, power } = found;
  // the terms that halving leaves are some 1e-5 of it
  const simple = fraction(Math.abs(c), 1e-4 * Math.abs(c)) ?? [Number(Math.abs(c).toPrecision(3)), 1];
  return `${c < 0 ? "-" : "+"}${term(simple, "y", power, true)}`;
}

/** R(z) and |R(iy)|, where R is a quotient of polynomials. @param {Engine} engine @param {string} method */
function scalarStep(engine, method) {
  const r = (/** @type {number} */ x) => engine.stabilityFunction(method, x, 0)?.[0] ?? Number.NaN;
  const found = quotient(r, [-0.9, 0.9]);
  if (!found) return;
  const { over, under } = found;
  const [above, below] = [over, under].map((polynomial) => tex(squaredOnAxis(polynomial), "y"));
  if (under.length === 1) return [tex(over, "z"), rooted(above)];
  const step = `\\frac{${tex(over, "z", true)}}{${tex(under, "z", true)}}`;
  return [step, above === below ? "1" : `\\frac{${rooted(above)}}{${rooted(below)}}`];
}

/**
 * The matrix of a step on (x, v/ω) and the root of its determinant, where its entries are polynomials and it is all that a step is: what
 * remembers more has another factor.
 * @param {Engine} engine @param {string} method
 */
function matrixStep(engine, method) {
  /** @param {number} y */
  const matrix = (y) =>
    [1, 0].map((x) =>
      turn(engine, method, y, (simulation) => {
        simulation.setPosition(1, x, 0, 0);
        simulation.setVelocity(1, 1 - x, 0, 0);
        simulation.step(1);
        return [simulation.positions[3], simulation.velocities[3]];
      }),
    );
  const determinant = (/** @type {number} */ y) => {
    const [[a, c], [b, d]] = matrix(y);
    return a * d - b * c;
  };
  const isAll = [0.3, 0.9].every((y) => {
    const [{ modulus, angle }, [[a], [, d]]] = [factor(engine, method, y), matrix(y)];
    return Math.abs(modulus ** 2 - determinant(y)) + Math.abs(2 * modulus * Math.cos(angle) - a - d) < 1e-12;
  });
  const [a, c, b, d, area] = [
    ...[0, 1].flatMap((column) => [0, 1].map((row) => (/** @type {number} */ y) => matrix(y)[column][row])),
    determinant,
  ].map((entry) => polynomial(entry, [0.1, 1.3]));
  if (!(isAll && a && b && c && d && area)) return;
  const [top, bottom] = [
    [a, b],
    [c, d],
  ].map((row) => row.map((entry) => tex(entry, "y")).join(" &amp; "));
  return [`\\begin{pmatrix} ${top} \\\\ ${bottom} \\end{pmatrix}`, rooted(tex(area, "y"))];
}

/** @param {string} square */
const rooted = (square) => (square === "1" ? "1" : `\\sqrt{${square}}`);

/** Amplification, phase error and largest error of the oscillator's first 10 s. @param {Engine} engine @param {Method} method */
function errorCells(engine, { value: method }) {
  return run(engine, "oscillator", { method }, (simulation) => {
    const [h, period] = [Number(simulation.get("timeStepSize")), Number(simulation.period)];
    const steps = Math.round(10 / h);
    const { modulus = Number.NaN, angle = Number.NaN } = simulation.amplification ?? {};
    let error = 0;
    for (let n = 0; n < steps; n++) {
      simulation.step(1);
      error = Math.max(error, Math.abs(simulation.positions[3] - Number(simulation.exact?.positions[3])));
    }
    const [growth, phase] = [modulus ** steps - 1, 1000 * steps * (angle - (2 * Math.PI * h) / period)];
    return [amplification(growth), phaseError(phase), error < 1e-11 ? "rounding" : `${figure(error, 4)} m`];
  });
}

/** @param {number} growth  what it is beyond 1; 2000 steps round by less than 1e-11 */
function amplification(growth) {
  const [size, sign] = [Math.abs(growth), growth < 0 ? "−" : "+"];
  if (size < 1e-11) return "1";
  return size < 5e-6 ? `1 ${sign} ${figure(size, 5)}` : (1 + growth).toFixed(size < 1e-3 ? 5 : 4);
}

/** @param {number} phase  in mrad */
function phaseError(phase) {
  const size = Math.abs(phase);
  return size < 1e-8 ? "0" : `${phase < 0 ? "−" : "+"}${figure(size, 2)} mrad`;
}

/** With so many places, or where these are all 0 with two digits and a power of ten. @param {number} number @param {number} places */
function figure(number, places) {
  if (number >= 0.5 * 10 ** -places) return number.toFixed(places);
  const [digits, power] = number.toExponential(1).split("e");
  return `${digits}·10${[...power].map((c) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)]).join("")}`;
}

/** Order, and the largest stable step of the damper without damping and as it starts. @param {Engine} engine @param {Method} method */
function limitCells(engine, { value: method, order }) {
  const limit = (/** @type {Record<string, number>} */ parameters) =>
    run(engine, "damper", { method, ...parameters }, ({ stepLimit }) => stepLimit);
  const bare = limit({ damping: 0, mass: 1, stiffness: 1 });
  const start = limit({});
  const square = fraction(bare * bare, 1e-12)?.[0] ?? Number.NaN;
  const times = Number.isInteger(Math.sqrt(square)) ? Math.sqrt(square) : `\\sqrt ${square}`;
  const law = bare === 0 ? `0: it grows at every step${order > 1 ? ", but slowly" : ""}` : `\\(${times}/\\omega\\)`;
  return [
    String(order),
    bare === Infinity ? "none" : law,
    start === Infinity ? "none" : `${Number(start.toFixed(3))} s`,
  ];
}
