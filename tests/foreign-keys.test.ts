// Foreign text as a key: names that every object inherits are no parameters, symbols, quantities,
// methods or units, wherever they come from.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createSimulation, stability } from "../dist/lib/springlab.js";
import { root } from "../tools/task.js";
import { frame } from "./dom.ts";
import { Laboratory } from "./laboratory.ts";

const { SpringLab } = await import("../www/spring-lab.ts");
const { requestsIn } = await import("../www/links.ts");
const { readNumber } = await import("../www/base/reading.ts");

/** Names that plain objects and functions inherit. */
const INHERITED = ["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty", "length", "name", "apply"];

/** Tables whose keys are the project's own or letters, with their files. */
const OWN_KEYS = new Set([
  "verlet-picture.ts LINKS",
  "order-and-work.ts AXES",
  "told.ts MAPS",
  "told.ts TOLD",
  "numbers.ts FRACTIONS",
  "columns.ts ROLES",
  "columns.ts UNITS",
  "formulas.ts PARTITIONED",
  "mistakes.ts BY_SCENE",
  "matrix-market.ts ASCII",
  "groups.ts ABOUT",
  "engine.ts COPIES",
  "vite.config.ts SCRIPTS",
]);

/** A constant with an index signature. */
const TABLE = /^(?:export )?const (\w+)(?:: | = [^;]*? as )Record<(?:string|PropertyKey),/gm;

test("no table of the pages is indexed by a text that may be foreign, without a check", () => {
  const folder = join(root, "www");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.[jt]s$/.test(name));
  let tables = 0;
  for (const name of names) {
    const text = readFileSync(join(folder, name), "utf8");
    for (const [, table] of text.matchAll(TABLE)) {
      tables += 1;
      const uses = text
        .split("\n")
        .filter((line) => new RegExp(`\\b${table}(\\[[^\\d\\]"]|\\)$)|\\bin ${table}\\b`).test(line));
      const open = uses.filter((line) => !line.includes(`Object.hasOwn(${table},`));
      const known = OWN_KEYS.has(`${name.replace(/.*[\\/]/, "")} ${table}`);
      assert.ok(known || open.length === 0, `${name}: ${table} needs a Map or Object.hasOwn: ${open}`);
    }
  }
  assert.ok(tables >= 8, `${tables} tables`);
});

test("a laboratory marks, gets, sets, compares and plots nothing by an inherited name, and goes on", async () => {
  for (const scene of ["damper", "cloth", "rotation"]) {
    const lab = await Laboratory.open(scene);
    const { page, run } = lab;
    const before = lab.simulation.snapshot();
    for (const name of INHERITED) {
      page.mark(name);
      lab.frames(2);
      lab.page.lead(name);
      assert.throws(() => page.curve(name), /There is no quantity/);
      assert.throws(() => run.get(name));
      for (const value of [1, "1", name]) assert.equal(run.set(name, value), false);
      for (const { key } of run.settings.all) assert.equal(run.set(key, name), false, `${key} = ${name}`);
      for (const words of [name, `${name}=1`, `method=${name}`]) assert.equal(page.compare(words), false, words);
      page.setDefault(name, "1");
      page.arrange({ show: [name], controls: [name], locked: false });
      lab.press(name);
      for (const node of lab.all("[role=slider], input, canvas, .instrument, [tabindex]"))
        node.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
      const record = { springlab: 1, scene, parameters: { [name]: 1 }, time: 0, compare: "", state: ["AA=="] };
      for (const moment of [record, { ...record, scene: name }, { ...record, parameters: {}, compare: name }, name])
        assert.equal(page.resume(moment), false);
      lab.frames(2);
    }
    assert.deepEqual(lab.simulation.snapshot(), before);
    lab.close();
  }
});

test("addresses, scenes, methods and units of inherited names are refused in a sentence", async () => {
  const host = document.createElement("spring-lab");
  assert.ok(host instanceof SpringLab);
  const lab = { id: "one", parameters: [{ key: "damping" }] } as any;
  for (const name of INHERITED) {
    const request = requestsIn(`?${name}=1`, [lab]).get(lab);
    for (const value of request?.values.values() ?? []) assert.equal(value, "1");
    assert.equal(readNumber(`5 ${name}`, "kg"), `5 ${name}`);
    assert.equal(readNumber(`5 ${name}`, name), 5);
    await assert.rejects(createSimulation(name), /scene/);
    await assert.rejects(createSimulation("damper", JSON.parse(`{ "${name}": 1 }`)), /parameter|must/);
    await assert.rejects(stability(name, 0, 0), /method/);
  }
  for (const name of INHERITED) {
    const element = document.createElement("spring-lab") as any;
    element.setAttribute("scene", name);
    document.body.append(element);
    assert.equal(await element.open(), false);
    assert.match(element.shadowRoot.querySelector("[role=alert]").textContent, /scene/);
    element.remove();
  }
  frame();
});

test("a sentence about a foreign text stays short, however long that is", async () => {
  const lab = await Laboratory.open("damper");
  const { page, run } = lab;
  const host = () => ({ springlab: 1, scene: "damper", parameters: {}, time: 0, compare: "", state: ["AA=="] });
  for (const text of ["1".repeat(5000), "x".repeat(2e6), "<".repeat(1e5), "\u202e\n".repeat(1e5)]) {
    const file = { name: text, text: "{}" };
    const actions: (() => unknown)[] = [
      ...["damping", "method", "timeRate", "background", text].map((key) => () => run.set(key, text)),
      () => page.setDefault("mass", text),
      () => page.compare(text),
      () => page.compare(`damping=${text}`),
      () => page.compare(`${text}=1`),
      () => page.arrange({ show: [text], locked: false }),
      () => page.arrange({ controls: [text], locked: false }),
      () => page.resume({ ...host(), scene: text }),
      () => page.resume({ ...host(), springlab: text }),
      () => page.resume({ ...host(), parameters: { [text]: 1 } }),
      () => page.resume({ ...host(), compare: text }),
      () => page.open(Promise.resolve([file])),
      () => run.runTo(text),
    ];
    for (const action of actions) {
      await action();
      const { alert } = lab.draw();
      assert.ok(alert.length < 4000, `${action}: ${alert.length} characters`);
      assert.doesNotMatch(alert, /[\n\u202e]|(.)\1{80,}/u, String(action));
    }
    const sentences = [
      () => page.curve(text),
      () => createSimulation(text),
      () => createSimulation("damper", { [text]: 1 }),
      () => createSimulation("damper", { method: text }),
      () => createSimulation("damper", { mass: { [Symbol.toStringTag]: text } } as any),
      () => lab.simulation.restore(text as any),
      () => stability(text, 0, 0),
    ];
    for (const act of sentences) {
      const error = await Promise.resolve()
        .then(act)
        .then(
          () => assert.fail(`${act} was not refused`),
          (error) => error,
        );
      assert.ok(error.message.length < 1500, `${act}: ${error.message.length} characters`);
    }
    const mesh = await createSimulation("mesh");
    for (const [obj, json] of [
      [`v ${text} 0 0`, ""],
      [
        "v 0 0 0\nv 1 0 0\nl 1 2",
        `{ "${JSON.stringify(text).slice(1, -1)}": 1, "springs": "${JSON.stringify(text).slice(1, -1)}" }`,
      ],
      [`v 0 0 0\nv 1 0 0\nl 1 ${text}`, ""],
      [`${text} 1`, ""],
    ])
      try {
        mesh.system.loadMesh(obj, json);
      } catch (error) {
        const { message } = error as Error;
        assert.ok(message.length < 500, `${obj.slice(0, 30)}: ${message.length} characters`);
      }
    mesh.free();
  }
  lab.close();
});
