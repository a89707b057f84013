// Records of the library against types.d.ts. The compiler can't compare them: the engine builds
// them
// key by key.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createSimulation, methods, scenes } from "../dist/lib/springlab.js";
import { GROUPS } from "../www/groups.ts";

const engine = readFileSync(new URL("../dist/lib/springlab.d.ts", import.meta.url), "utf8").replaceAll(
  /\/\*[\s\S]*?\*\//g,
  "",
);

type Members = { key: string; optional: boolean; type: string }[];

function members(text: string): Members {
  const found = [...text.matchAll(/(?:readonly )?(\w+)(?:\([^)]*\))?(\??): ([^;}]+);?/g)];
  return found.map(([, key, optional, type]) => ({ key, optional: optional === "?", type: type.trim() }));
}

const types: Map<string, string> = new Map();
/** Interfaces with the members of those that they extend. */
const interfaces: Map<string, Members> = new Map();
for (const [, name, base, body] of engine.matchAll(/^export interface (\w+)(?: extends (\w+))? \{([^}]*)\}/gm)) {
  interfaces.set(name, [...(interfaces.get(base) ?? []), ...members(body)]);
}
for (const [, name, type] of engine.matchAll(/^export type (\w+) =([\s\S]*?);\n(?=\n|export|$)/gm))
  types.set(name, type);

/** Parts of a union; a part in braces stays whole. */
const parts = (type: string) =>
  type.match(/[^|{]*(?:\{[^}]*\})[^|{]*|[^|]+/g)?.flatMap((part) => part.trim() || []) ?? [];

/** Declared keys and literals that values have had, e.g. "Energy.kinetic". */
const seen: Set<string> = new Set();

/** Difference of a value from its type in words; empty without. */
function fault(value: unknown, type: string): string {
  const union = parts(type);
  if (union.length > 1) {
    const faults = union.map((part) => fault(value, part));
    return faults.includes("") ? "" : faults.join(" and ");
  }
  const told = `${JSON.stringify(value)?.slice(0, 99)} is no ${type}`;
  if (type.endsWith("[]")) {
    if (!Array.isArray(value)) return told;
    return value.map((entry) => fault(entry, type.slice(0, -2))).find((entry) => entry) ?? "";
  }
  if (type.startsWith('"')) {
    if (value !== JSON.parse(type)) return told;
    seen.add(type);
    return "";
  }
  if (type === "Float64Array") return value instanceof Float64Array ? "" : told;
  const entries = /^Record<string, (\w+)>$/.exec(type);
  if (entries) {
    const all = Object.values((value as object) ?? { "": value });
    return all.map((entry) => fault(entry, entries[1])).find((entry) => entry) ?? "";
  }
  if (type === "Uint32Array") return value instanceof Uint32Array ? "" : told;
  if (["number", "string", "boolean", "undefined"].includes(type)) return typeof value === type ? "" : told;
  const declared = types.get(type);
  if (declared) return fault(value, declared);
  const list = type.startsWith("{") ? members(type) : interfaces.get(type);
  assert.ok(list, `the test knows no type ${type}`);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return told;
  const record = value as Record<string, unknown>;
  const foreign = Object.keys(record).find((key) => !list.some((member) => member.key === key));
  if (foreign) return `${type} has no ${foreign}`;
  for (const member of list) {
    const entry = record[member.key];
    if (member.optional && entry === undefined) continue;
    const wrong = member.key in record ? fault(entry, member.type) : "it is missing";
    if (wrong) return `${type}.${member.key}: ${wrong}`;
  }
  for (const { key } of list) if (record[key] !== undefined) seen.add(`${type}.${key}`);
  return "";
}

function conforms(value: unknown, type: string, what: string) {
  assert.equal(fault(value, type), "", what);
}

const own = members(
  engine
    .match(/^export class Simulation \{([\s\S]*?)^\}/m)?.[1]
    .replaceAll(/^.*\b(?:private|static|Symbol)\b.*$/gm, "") ?? "",
).filter(({ key }) => !(key in GROUPS));
const grouped = Object.keys(GROUPS).flatMap((group) => {
  const type = group[0].toUpperCase() + group.slice(1);
  const list = interfaces.get(type) ?? [];
  interfaces.delete(type);
  return list.map((member) => ({ ...member, group }));
});
const simulation = [...own.map((member) => ({ ...member, group: "" })), ...grouped];
const damper = await createSimulation("damper");
const getters = simulation.filter(({ group, key }) => {
  const owner = group ? Reflect.get(damper, group) : damper;
  return Object.getOwnPropertyDescriptor(Object.getPrototypeOf(owner), key)?.get;
});

/** Arguments for the methods that return records. */
const ARGUMENTS: Record<string, unknown[]> = {
  convergence: [0.02, 2],
  insideStep: [0],
  matrices: [],
  measure: [
    [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
    [0, 1, 0, -1, 0, 1, 0],
  ],
  modes: [],
  rates: [],
  response: [3],
  spectrum: [],
};

/** Further parameters of scenes with which optional keys appear. */
const MORE: Record<string, Record<string, string | number>[]> = {
  verlet: [{ obstacle: "ground" }, { obstacle: "sphere" }, { obstacle: "box" }],
  cloth: [{ width: 4, height: 3, stiffness: 50_000, timeStepSize: 0.05 }],
  resonance: [{ damping: 0 }],
};

test("every record has its declared keys and types, in all scenes with all methods", async () => {
  for (const method of await methods()) conforms(method, "Method", method.value);
  for (const scene of await scenes()) {
    conforms(scene, "Scene", scene.id);
    const choice = scene.parameters.find(({ key }) => key === "method");
    const offered = choice && "options" in choice ? choice.options.map(({ value }) => value) : [""];
    for (const [i, method] of offered.entries()) {
      for (const parameters of [{}, ...((i === 0 && MORE[scene.id]) || [])]) {
        const small = ["cloth", "drape"].includes(scene.id) && { width: 4, height: 3 };
        const run = await createSimulation(scene.id, { ...small, ...parameters });
        if (method) run.set("method", method);
        run.step(2);
        for (const { group, key, type } of simulation.filter(
          ({ key }) => key in ARGUMENTS || getters.some((getter) => getter.key === key),
        )) {
          const what = `${key} of ${scene.id} with ${method}`;
          let value: any;
          try {
            const owner = group ? Reflect.get(run, group) : run;
            value = Reflect.get(owner, key);
            if (key in ARGUMENTS) value = value.apply(owner, ARGUMENTS[key]);
          } catch (error) {
            // a scene without such a record says so in a sentence
            assert.match(String(error), /^Error: .*\.$/, what);
            continue;
          }
          conforms(value, type, what);
          seen.add(key);
        }
        run.free();
      }
    }
  }
  for (const [parameters, json] of [
    [{}, '{"pinned": [1]}'],
    [{}, ""],
    [{ support: "stand" }, ""],
    [{ support: "stand", obstacle: "ground" }, ""],
  ] as [Record<string, string>, string][]) {
    const run = await createSimulation("mesh", parameters);
    conforms(run.system.loadMesh("v 0 0 0\nv 1 0 0\nl 1 2\n", json), "MeshReport", "loadMesh");
    run.free();
  }
  // every declared key appears; `Own` is an argument
  const declared = [...interfaces].flatMap(([name, list]) =>
    name === "Own" ? [] : list.map(({ key }) => `${name}.${key}`),
  );
  const shapes = [...types].flatMap(([name, type]) =>
    name === "Obstacle" ? parts(type).flatMap((part) => members(part).map(({ key }) => `${part}.${key}`)) : [],
  );
  const literals = declaredLiterals();
  const asked = [...getters.map(({ key }) => key), ...Object.keys(ARGUMENTS)];
  assert.deepEqual(
    [...declared, ...shapes, ...literals, ...asked].filter((place) => !seen.has(place)),
    [],
  );
  assert.ok(
    declared.length > 80 && shapes.length === 9 && asked.length > 30,
    `${declared.length} keys, ${asked.length} asked`,
  );
});

function declaredLiterals() {
  return [...interfaces.values()].flat().flatMap(({ type }) => type.match(/"[^"]*"/g) ?? []);
}

test("a record with a wrong key or type is found", () => {
  const response = { amplitude: 1, phase: 0 };
  assert.equal(fault(response, "Response"), "");
  assert.equal(fault({ amplitude: 1 }, "Response"), "Response.phase: it is missing");
  assert.equal(fault({ ...response, mean: 1 }, "Response"), "Response has no mean");
  assert.equal(fault({ ...response, mean: 1, rest: "0" }, "Measured"), 'Measured.rest: "0" is no number');
  assert.equal(
    fault({ rows: [], columns: new Uint32Array(), values: new Float64Array() }, "Triples"),
    "Triples.rows: [] is no Uint32Array",
  );
  assert.match(fault({ shape: "sphere", centre: new Float64Array(3) }, "Obstacle"), /radius: it is missing/);
});
