// The columns of a table by what they are in a scene: the time, coordinates and velocities.

/** @import { Column, Table } from "./table.js" */

/**
 * A coordinate or a velocity of a particle, in SI units.
 * @typedef {Column & { index: number, speed: boolean, name: string }} Part  with its index in lists
 *   of coordinates
 */

/**
 * The particles of a scene.
 * @typedef {object} Particles
 * @property {string} scene
 * @property {number} count
 * @property {Iterable<number>} fixed
 * @property {number} [chosen]  the one that columns without a number are of
 */

/**
 * Columns that tables of a scene may have.
 * @typedef {object} Roles
 * @property {number} first  particle with the number 1
 * @property {string[]} plain  columns after the time in tables without a header, the fewest first
 * @property {number} [axes]  number of coordinates of a scene with one point: x1 and x2 are its own
 * @property {Record<string, string>} [also]  what other names mean
 */

const LINE = { first: 1, plain: ["x", "x v"] };
const PLANE = { first: 1, plain: [...LINE.plain, "x y vx vy"] };

/** @type {Record<string, Roles>} */
export const ROLES = {
  oscillator: LINE,
  resonance: LINE,
  damper: PLANE,
  follower: { ...PLANE, also: { alice: "x", u: "" } },
  pair: {
    first: 0,
    plain: [
      "x1 y1 x2 y2",
      "x1 y1 z1 x2 y2 z2",
      "x1 y1 x2 y2 vx1 vy1 vx2 vy2",
      "x1 y1 z1 x2 y2 z2 vx1 vy1 vz1 vx2 vy2 vz2",
    ],
  },
  decay: { first: 0, plain: ["x"], axes: 1, also: { y: "x" } },
  rotation: { first: 0, plain: ["x1 x2"], axes: 2 },
  cloth: { first: 0, plain: ["x y z", "x y z vx vy vz"] },
};

/** Units of the values of columns, in SI units. @type {Record<string, Record<string, number>>} */
const UNITS = {
  time: { s: 1, sec: 1, ms: 1e-3, µs: 1e-6, us: 1e-6, min: 60 },
  place: { m: 1, cm: 1e-2, mm: 1e-3, km: 1e3 },
  speed: { "m/s": 1, "cm/s": 1e-2, "mm/s": 1e-3, "km/h": 1 / 3.6, "m s^-1": 1, "m*s^-1": 1, "m·s⁻¹": 1 },
};

const TIME = /^(?:t|time|zeit|temps|tiempo|tempo)$/;

/** Names of coordinates and of velocities, with an axis and the number of a particle. */
const PLACE = /^(?:[pu]|pos|position|displacement|numerical|ort)?(\d*[xyz]?\d*)$/;
const SPEED = /^(?:(?:v|vel|velocity|speed|geschwindigkeit)(\d*[xyz]?\d*)|d?([xyz]\d*)(?:dot|'|\/dt)(\d*))$/;

/** The columns that tables of a scene may have, as a text. @param {string} scene */
export function columnNames(scene) {
  return ["t", ...(ROLES[scene].plain.at(-1) ?? "").split(" ")].join(", ");
}

/**
 * Time, coordinates and velocities of a table, in SI units: by the names of columns, or by their
 * places without a header.
 * @param {Table} table @param {Particles} particles
 * @returns {{ time: Column, parts: Part[] }}
 */
export function columnsOf({ names, columns }, { scene, count, fixed, chosen }) {
  const { first, plain, axes, also = {} } = ROLES[scene];
  const fitting = plain.map((list) => ["t", ...list.split(" ")]).filter(({ length }) => length <= columns.length);
  const heads = names.length > 0 ? names : (fitting.at(-1) ?? []);
  /** @type {Column | undefined} */
  let time;
  /** @type {Map<string, Part>} */
  const parts = new Map();
  const held = new Set(fixed);
  for (const [i, head] of heads.entries()) {
    const [, name, unit] = /** @type {RegExpMatchArray} */ (head.match(/^(.*?)\s*(?:[[(]\s*(.*?)\s*[\])])?$/));
    const role = roleOf(name, also);
    if (!role) continue;
    const { kind, number, axis } = role;
    const own = axes !== undefined || number === undefined;
    const particle = own ? (chosen ?? first) : number - 1 + (/ of /.test(name) ? 0 : first);
    const place = axes && number !== undefined ? number - 1 : axis;
    if (particle < 0 || particle >= count)
      throw new Error(`Column ${i + 1} (${head}): the masses have the numbers 1 to ${count - first}.`);
    if (kind === "time") time ??= scaled(columns[i], head, "time", unit);
    else if (axes ? kind === "place" && place >= 0 && place < axes : !held.has(particle)) {
      const index = 3 * particle + place;
      const id = `${kind} ${index}`;
      if (!parts.has(id))
        parts.set(id, { ...scaled(columns[i], head, kind, unit), index, speed: kind === "speed", name });
    }
  }
  const all = [...parts.values()].sort((one, other) => Number(one.speed) - Number(other.speed));
  if (time && all[0]?.speed === false) return { time, parts: all };
  const known = names.length > 0 ? ` The header has ${names.join(", ")}.` : "";
  const [main] = plain[0].split(" ");
  throw new Error(`A run has a column for the time (t) and one for the position (${main}).${known}`);
}

/**
 * The role of a column by its name; undefined if it has none.
 * @param {string} name @param {Record<string, string>} also
 */
function roleOf(name, also) {
  // x₁, x_1, X 1 and "x of 1" are x1; ẋ is xdot
  const short = name
    .normalize("NFKD")
    .toLowerCase()
    .replace("\u0307", "dot")
    .replace(/[\s_{}^]|of/g, "");
  const word = also[short] ?? short;
  if (TIME.test(word)) return { kind: "time", axis: 0 };
  const speed = SPEED.exec(word);
  const place = /[a-z]/.test(word) && PLACE.exec(word);
  const [, ...texts] = speed || place || [];
  if (texts.length === 0) return undefined;
  const rest = texts.join("");
  const [axis] = rest.match(/[xyz]/) ?? ["x"];
  const digits = rest.match(/\d+/);
  return { kind: speed ? "speed" : "place", axis: "xyz".indexOf(axis), ...(digits && { number: Number(digits[0]) }) };
}

/**
 * A column in SI units.
 * @param {Column} column @param {string} head @param {string} kind @param {string} [unit]
 * @returns {Column}
 */
function scaled({ values, units }, head, kind, unit) {
  const factor = unit ? UNITS[kind][unit] : 1;
  if (factor === undefined)
    throw new Error(`The unit of ${head} must be one of ${Object.keys(UNITS[kind]).join(", ")}.`);
  const times = (/** @type {Float64Array} */ list) => (factor === 1 ? list : list.map((value) => factor * value));
  return { values: times(values), units: times(units) };
}
