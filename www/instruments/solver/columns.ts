// The columns of a table by what they are in a scene: the time, coordinates and velocities.
import { quoted } from "../../base/quote.ts";
import type { Column, Table } from "./table.ts";

/**
 * A coordinate or a velocity of a particle, in SI units.
 * Part with its index in lists of coordinates and its place in the table.
 */
export type Part = Column & { index: number; speed: boolean; name: string; column: number };

/** The particles of a scene. */
export interface Particles {
  scene: string;
  count: number;
  fixed: Iterable<number>;
  /** The one that columns without a number are of. */
  chosen?: number;
  /** Mass in kg, by which a momentum is divided. */
  mass?: number;
}

/** Columns that tables of a scene may have. */
interface Roles {
  /** Particle with the number 1. */
  first: number;
  /** Columns after the time in tables without a header, the fewest first. */
  plain: string[];
  /** Number of coordinates of a scene with one point: x1 and x2 are its own. */
  axes?: number;
  /** True if all motion is along x: y is another name of it. */
  line?: boolean;
  /** True if one mass moves: x1 and x2 may be its position and velocity. */
  single?: boolean;
  /** True if columns without a number are of the chosen particle. */
  many?: boolean;
  /** Meanings of other names. */
  also?: [name: string, meaning: string][];
}

const PLANE: Roles = { first: 1, plain: ["x", "x v", "x y vx vy"], single: true };
const LINE: Roles = { first: 1, plain: ["x", "x v"], line: true, single: true };

export const ROLES: Record<string, Roles> = {
  oscillator: LINE,
  resonance: LINE,
  damper: PLANE,
  follower: {
    ...PLANE,
    also: [
      ["alice", "x"],
      ["u", ""],
    ],
  },
  pair: {
    first: 0,
    plain: [
      "x1 y1 x2 y2",
      "x1 y1 z1 x2 y2 z2",
      "x1 y1 x2 y2 vx1 vy1 vx2 vy2",
      "x1 y1 z1 x2 y2 z2 vx1 vy1 vz1 vx2 vy2 vz2",
    ],
  },
  decay: { first: 0, plain: ["x"], axes: 1, also: [["y", "x"]] },
  rotation: { first: 0, plain: ["x1 x2"], axes: 2 },
  cloth: { first: 0, plain: ["x y z", "x y z vx vy vz"], many: true },
};

type Kind = "time" | "place" | "speed" | "momentum";

/** Units of the values of columns, in SI units. */
const UNITS: Record<Kind, Map<string, number>> = {
  time: new Map([
    ["s", 1],
    ["sec", 1],
    ["seconds", 1],
    ["ms", 1e-3],
    ["µs", 1e-6],
    ["us", 1e-6],
    ["min", 60],
  ]),
  place: new Map([
    ["m", 1],
    ["cm", 1e-2],
    ["mm", 1e-3],
    ["km", 1e3],
  ]),
  speed: new Map([
    ["m/s", 1],
    ["cm/s", 1e-2],
    ["mm/s", 1e-3],
    ["km/h", 1 / 3.6],
  ]),
  momentum: new Map([
    ["kg*m/s", 1],
    ["N*s", 1],
  ]),
};

/** Most characters of a header that are read. */
const MAX_CHARACTERS = 100;

/** Words for the time, a coordinate and a velocity in seven languages, without accents. */
const TIMES = "t time date datetime timestamp zeit datum temps tiempo tempo 时间 时刻 время";
const PLACES =
  "x s q position pos displacement numerical ort weg strecke auslenkung lange elongation deplacement posicion posizione posicao desplazamiento spostamento 位移 位置 координата положение смещение";
const SPEEDS = "v u' vel velocity speed geschwindigkeit vitesse velocidad velocita velocidade dx du dq 速度 скорость";
const WORDS = new Map(
  (
    [
      ["time", TIMES],
      ["place", PLACES],
      ["speed", SPEEDS],
    ] as [Kind, string][]
  ).flatMap(([kind, words]) => words.split(" ").map((word) => [normal(word), kind] as [string, Kind])),
);
WORDS.set("p", "momentum").set("momentum", "momentum").set("impuls", "momentum");

/** Names of coordinates and of velocities, with an axis and the number of a particle. */
const PLACE = /^(?:[pu]|pos|position|displacement|numerical|ort)?(\d*[xyz]?\d*)$/;
const SPEED = /^(?:(?:v|vel|velocity|speed|geschwindigkeit)(\d*[xyz]?\d*)|d?([xyzq]\d*)(?:dot|'|\/dt)(\d*))$/;

/** Endings that say that a column is computed, and units behind a line. */
const ENDING = /_(?:num|numeric|numerical|sim|calc|mps|m_s|cm|mm|ms|m|s)$/i;

/** Largest difference of a velocity from the difference quotient, as a part of the velocity. */
const DERIVATIVE = 0.2;

/** The columns that tables of a scene may have, as a text. */
export function columnNames(scene: string) {
  return rolesOf(scene).join(", ");
}

/** All columns that tables of a scene may have. */
export function rolesOf(scene: string) {
  return ["t", ...(ROLES[scene].plain.at(-1) ?? "").split(" ")];
}

/** Tells the cells of a header. */
export const HEADER = {
  isName: (cell: string) => roleOf(partsOf(cell).name, new Map()) !== undefined,
  isUnit: (cell: string) => isUnit(cell.replace(/^[[(]|[\])]$/g, "")),
};

/**
 * Time, coordinates and velocities of a table, in SI units: by the names of columns, or by their
 * places without a header.
 */
export function columnsOf(
  { names, columns }: Table,
  particles: Particles,
): { time: Column & { column: number }; parts: Part[] } {
  const { scene, count, fixed, chosen, mass = Number.NaN } = particles;
  const { first, plain, axes, line } = ROLES[scene];
  const also = new Map(ROLES[scene].also);
  const heads = names.length > 0 ? stateNames(names, columns, ROLES[scene]) : placesOf(columns, plain);
  let time: (Column & { column: number }) | undefined;
  const parts: Map<string, Part> = new Map();
  const momenta: Set<string> = new Set();
  const held = new Set(fixed);
  const places = heads.map((head) => roleOf(partsOf(head).name, also)).filter((role) => role?.kind === "place");
  const isAlongX = line && places.every((role) => role?.axis !== 0);
  for (const [i, head] of heads.entries()) {
    const { name, unit } = partsOf(head);
    const role = roleOf(name, also);
    if (!role) continue;
    const { kind, number } = role;
    const axis = isAlongX ? 0 : role.axis;
    const own = axes !== undefined || number === undefined;
    const particle = own ? (chosen ?? first) : number - 1 + (/ of /.test(name) ? 0 : first);
    const place = axes && number !== undefined ? number - 1 : axis;
    if (particle < 0 || particle >= count)
      throw new Error(
        `Column ${i + 1} (${bareName(head)}): ${count - first === 1 ? "there is one mass" : `the masses have the numbers 1 to ${count - first}`}.`,
      );
    if (kind === "time") time ??= { ...scaled(columns[i], i, head, "time", unit), column: i };
    else if (axes ? kind === "place" && place >= 0 && place < axes : !held.has(particle)) {
      const index = 3 * particle + place;
      const speed = kind !== "place";
      const id = `${speed ? "speed" : "place"} ${index}`;
      const column = scaled(columns[i], i, head, kind, unit);
      if (!parts.has(id)) parts.set(id, { ...column, index, speed, name, column: i });
      if (kind === "momentum") momenta.add(id);
    }
  }
  for (const id of momenta) {
    const [part, place] = [id, id.replace("speed", "place")].map((id) => parts.get(id));
    // many call the velocity p
    if (part && time && place && !isDerivative(time.values, place.values, part.values))
      parts.set(id, divided(part, mass));
  }
  const all = [...parts.values()].sort((one, other) => Number(one.speed) - Number(other.speed));
  if (time && all[0]?.speed === false) return { time, parts: all };
  const known =
    names.length > 0
      ? ` The header has ${names
          .map(bareName)
          .join(", ")
          .slice(0, 3 * MAX_CHARACTERS)}.`
      : "";
  const [main] = plain[0].split(" ");
  throw new Error(`A run has a column for the time (t) and one for the position (${main}).${known}`);
}

/** The velocity of a momentum. @param mass  in kg */
function divided(part: Part, mass: number): Part {
  return { ...part, values: part.values.map((p) => p / mass), units: part.units.map((unit) => unit / mass) };
}

/** A name as sentences show it. */
function bareName(name: string) {
  return name === "" ? "no name" : quoted(name).slice(1, -1);
}

/**
 * Names of columns without a header, by their places. A row number before the time is none of them.
 */
function placesOf(columns: Column[], plain: string[]) {
  const [first, second] = columns.map(({ values }) => values);
  const isNumbered = columns.length > 2 && isRowNumber(first) && isEven(second) && !isRowNumber(second);
  const places = plain.map((list) => [...(isNumbered ? [""] : []), "t", ...list.split(" ")]);
  return places.filter(({ length }) => length <= columns.length).at(-1) ?? [];
}

/** True for 0, 1, 2 … or 1, 2, 3 … */
function isRowNumber(values: Float64Array) {
  return (values[0] === 0 || values[0] === 1) && values.every((value, i) => value === values[0] + i);
}

/** True for rising values at equal distances. */
function isEven(values: Float64Array) {
  const step = (values[values.length - 1] - values[0]) / (values.length - 1);
  return step > 0 && values.every((value, i) => i === 0 || Math.abs(value - values[i - 1] - step) < 0.1 * step);
}

/**
 * Names of columns, with x and v for two components of the state of one mass, such as x1 and x2, of
 * which the second is the first's derivative.
 */
function stateNames(names: string[], columns: Column[], { single }: Roles) {
  const times = names.findIndex((name) => roleOf(partsOf(name).name, new Map())?.kind === "time");
  if (!single || times < 0) return names;
  const parts = names.map((name) => /^(.*?)[[(]?(\d)[\])]?$/.exec(partsOf(name).name.replaceAll("_", "")));
  const one = parts.findIndex(
    (part, i) => part && parts[i + 1]?.[1] === part[1] && Number(parts[i + 1]?.[2]) === Number(part[2]) + 1,
  );
  if (one < 0 || !isDerivative(columns[times].values, columns[one].values, columns[one + 1].values)) return names;
  return names.map((name, i) => (i === one ? "x" : i === one + 1 ? "v" : name));
}

/** True if values are about the derivative of others. */
export function isDerivative(times: Float64Array, values: Float64Array, rates: Float64Array) {
  let off = 0;
  let all = 0;
  for (let i = 1; i + 1 < times.length; i++) {
    const quotient = (values[i + 1] - values[i - 1]) / (times[i + 1] - times[i - 1]);
    off += (rates[i] - quotient) ** 2;
    all += rates[i] ** 2;
  }
  return all > 0 && off < DERIVATIVE ** 2 * all;
}

/** Name and unit of a header: x [m], x (m), x / m, x in m. */
function partsOf(head: string): { name: string; unit?: string } {
  const text = head
    .slice(0, MAX_CHARACTERS)
    .replace(/[$"]/g, "")
    .replace(/\((?:t|t_n|n)\)/, "")
    .trim();
  const at = text.search(/[[(]/);
  if (at > 0 && /[\])]$/.test(text)) {
    const unit = text.slice(at + 1, -1).trim();
    if (/[[(]\d+$/.test(text.slice(0, -1)) || (text[at] === "[" && text.indexOf("]") < text.length - 1))
      return { name: text };
    return { name: text.slice(0, at).replace(/[\s/]+$/, ""), unit };
  }
  const sign = [" in ", "/"].find(
    (sign) => isUnit(text.slice(text.lastIndexOf(sign) + sign.length)) && text.includes(sign),
  );
  if (!sign) return { name: text };
  const end = text.lastIndexOf(sign);
  return { name: text.slice(0, end).trim(), unit: text.slice(end + sign.length).trim() };
}

function isUnit(text: string) {
  return Object.values(UNITS).some((units) => units.has(unitOf(text)));
}

/** A unit in one notation: m s^-1, m·s⁻¹ and m s$^{-1}$ are m/s. */
function unitOf(text: string) {
  const plain = text
    .normalize("NFKC")
    .replaceAll("−", "-")
    .replace(/[${}^\s.*·]/g, "");
  return plain.replace(/^(kg)?([cmk]?m)s-1$/, (_, kg = "", m) => (kg ? "kg*m/s" : `${m}/s`)).replace(/^μs$/, "µs");
}

/** A name in small letters, without accents, indices and blanks. */
function normal(name: string) {
  // x₁, x_1, X 1 and "x of 1" are x1; ẋ is xdot
  return name
    .slice(0, MAX_CHARACTERS)
    .normalize("NFKD")
    .toLowerCase()
    .replace("\u0307", "dot")
    .replace(/[’′]/g, "'")
    .replace(/\p{M}|[\s_{}^\\]|of/gu, "");
}

/** The role of a column by its name; undefined if it has none. */
function roleOf(name: string, also: Map<string, string>): { kind: Kind; axis: number; number?: number } | undefined {
  const own = name.slice(name.lastIndexOf(":") + 1).trim();
  const short = normal(own);
  const word = also.get(short) ?? short;
  const named = WORDS.get(word);
  if (named) return { kind: named, axis: 0 };
  const speed = SPEED.exec(word);
  const place = /[a-z]/.test(word) && PLACE.exec(word);
  const [, ...texts] = speed || place || [];
  if (texts.length === 0) return ENDING.test(own) ? roleOf(own.replace(ENDING, ""), also) : undefined;
  const rest = texts.join("");
  const [axis] = rest.match(/[xyz]/) ?? ["x"];
  const digits = rest.match(/\d+/);
  return { kind: speed ? "speed" : "place", axis: "xyz".indexOf(axis), ...(digits && { number: Number(digits[0]) }) };
}

/** A column in SI units. @param place  in the table */
function scaled({ values, units }: Column, place: number, head: string, kind: Kind, unit: string = ""): Column {
  const known = UNITS[kind];
  const factor = unit === "" || unit === "-" || unit === "1" ? 1 : known.get(unitOf(unit));
  if (factor === undefined)
    throw new Error(
      `Column ${place + 1} (${bareName(head)}): the unit must be one of ${[...known.keys()].join(", ")}; it is ${quoted(unit)}.`,
    );
  const times = (list: Float64Array) => (factor === 1 ? list : list.map((value) => factor * value));
  return { values: times(values), units: times(units) };
}
