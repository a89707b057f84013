// Instruments are fetched when they are first switched on, and a page is usable meanwhile.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { scenes } from "../dist/lib/springlab.js";
import type { Instrument } from "../www/lab/instruments.ts";
import { Laboratory } from "./laboratory.ts";

const { withInstruments } = await import("../www/instruments/instruments.ts");
const damper = withInstruments(await import("../www/scenes/damper/damper-show.ts"));
const KINDS = await Promise.all((damper.instruments ?? []).map(({ load }) => load()));

/** A laboratory whose instruments come when `come` or `fail` is called. */
async function open(values: Record<string, string> = {}) {
  const asked: string[] = [];
  const made: string[] = [];
  const loads: Map<string, { come: () => void; fail: () => void }> = new Map();
  const instruments = (damper.instruments ?? []).map(({ option }, i) => ({
    option,
    load: () => {
      asked.push(option.key);
      return new Promise((resolve, reject) => {
        const Noted = new Proxy(KINDS[i], {
          construct: (Kind, given) => {
            made.push(option.key);
            return Reflect.construct(Kind, given);
          },
        });
        loads.set(option.key, { come: () => resolve(Noted), fail: () => reject(new TypeError("no network")) });
      });
    },
  }));
  const show = { ...damper, instruments: instruments as Instrument[] };
  const lab = await Laboratory.open("damper", values, show);
  const come = (key: string) => {
    loads.get(key)?.come();
    return lab.loaded();
  };
  const fail = (key: string) => {
    loads.get(key)?.fail();
    return lab.loaded();
  };
  return { lab, asked, made, come, fail };
}

test("a laboratory fetches no instrument that is off", async () => {
  const { lab, asked } = await open();
  lab.set("damping", 1).step(3);
  assert.deepEqual([asked, lab.views], [[], ["picture", "plot of energy"]]);
});

test("one that is switched on comes later, once, and the laboratory goes on meanwhile", async () => {
  const { lab, asked, come } = await open();
  lab.set("order", "step").set("order", "time").step(3);
  assert.ok(lab.simulation.time > 0);
  assert.deepEqual(lab.views, ["picture", "plot of energy"]);
  await come("order");
  lab.set("order", "off").set("order", "evaluations");
  await lab.loaded();
  assert.deepEqual([asked, lab.views], [["order"], ["order and work", "picture", "plot of energy"]]);
});

test("those that are on from the start have the same places, whichever comes first", async () => {
  const values = { region: "on", order: "step", inside: "phase", conserved: "on" };
  const { lab, asked, come } = await open(values);
  assert.deepEqual(asked, ["region", "order", "inside", "conserved"]);
  for (const key of asked.toReversed()) await come(key);
  const panels = ["order and work", "inside a step", "conserved quantities"];
  assert.deepEqual(lab.views, ["stability region", "picture", ...panels, "plot of energy"]); // the large one first
});

test("one that is switched off while it is fetched leaves nothing behind, and comes when it is on again", async () => {
  const { lab, asked, come } = await open();
  const columns = () => lab.run.motion.quantities.length;
  const before = columns();
  lab.set("conserved", "on").set("conserved", "off");
  await come("conserved");
  assert.deepEqual([lab.views, columns()], [["picture", "plot of energy"], before]);
  lab.set("conserved", "on");
  await come("conserved");
  assert.deepEqual([asked.length, columns()], [2, before + 2]);
});

test("one that is fetched when the laboratory closes is not made", async () => {
  const { lab, made, come } = await open({ region: "on", order: "step" });
  await come("region");
  lab.close();
  lab.draw = () => lab;
  await come("order");
  assert.deepEqual(made, ["region"]);
});

test("one that does not load is off again, and a sentence says so until it is switched on", async () => {
  const { lab, come, fail } = await open();
  lab.set("inside", "space");
  await fail("inside");
  assert.equal(lab.alert, "Inside a step did not load: check the connection, then switch it on again.");
  assert.equal(lab.run.get("inside"), "off");
  assert.equal((lab.one("#inside") as HTMLSelectElement).value, "off");
  lab.set("inside", "space");
  assert.equal(lab.alert, "");
  await come("inside");
  assert.ok(lab.views.includes("inside a step"));
});

test("one that comes is hidden if its part is", async () => {
  const { lab, come } = await open();
  lab.page.arrange({ show: ["picture"], locked: false });
  lab.set("order", "step").set("region", "on");
  await come("order");
  await come("region");
  const hidden = (selector: string) => (lab.one(selector).closest(".view") as HTMLElement).hidden;
  assert.deepEqual(
    [hidden('[aria-label="Order and work"]'), hidden('[aria-label^="Stability region"]')],
    [true, false],
  );
});

/** Ids of scenes that are also ids of a method or of an instrument's planes. */
const AMBIGUOUS = ["verlet", "space", "phase"];

test("no instrument names a scene", async () => {
  const folder = new URL("../www/instruments/", import.meta.url);
  const ids = (await scenes()).map(({ id }) => id).filter((id) => !AMBIGUOUS.includes(id));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const named = files.flatMap((name) => {
    const text = readFileSync(new URL(name, folder), "utf8");
    return [...text.matchAll(new RegExp(`.*"(${ids.join("|")})".*`, "g"))].map(([line]) => `${name}: ${line.trim()}`);
  });
  assert.deepEqual(named, []);
  assert.ok(files.length > 30, "the files are found");
});
