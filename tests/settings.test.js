// Parameters and options of every scene, as addresses, attributes and links of the pages set them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { scenes } from "../dist/lib/springlab.js";
import { PAGES } from "../tools/pages.js";
import { nameOf } from "../www/lab/options.js";
import { Laboratory } from "./laboratory.js";

const { requestsIn } = await import("../www/links.js");
const { parametersOf, PARTS, shown } = await import("../www/lab/attributes.js");
const { parse } = await import("../www/lab/controls.js");

/** @import { SpringLab } from "../www/spring-lab.js" */
/** @import { Parameter } from "../www/types.js" */

/** An allowed value that is not the default and changes little. @param {Parameter} parameter */
function other(parameter) {
  const usual = parameter.default;
  if ("options" in parameter) return parameter.options.find(({ value }) => value !== usual)?.value ?? usual;
  const step = parameter.whole ? 1 : parameter.step || 0.01 * parameter.default;
  const next = Number((parameter.default + step).toPrecision(12));
  return next <= parameter.max ? next : Number((parameter.default - step).toPrecision(12));
}

/** The allowed values in words. @param {Parameter} parameter */
function range(parameter) {
  if ("options" in parameter) return `one of ${parameter.options.map(({ value }) => value).join(", ")}`;
  const { whole, min, max, unit } = parameter;
  return `a ${whole ? "whole " : ""}number from ${min} to ${max}${unit && ` ${unit}`}`;
}

test("every parameter and option takes another value from its control, and names what it refuses with what is allowed", async () => {
  for (const { id } of await scenes()) {
    const lab = await Laboratory.open(id, id === "cloth" || id === "drape" ? { width: 6, height: 5 } : {});
    const { experiment } = lab;
    for (const parameter of experiment.parameters) {
      const { key } = parameter;
      const value = other(parameter);
      lab.enter(key, value);
      assert.equal(experiment.get(key), value, `${id}: ${key}`);
      const beyond = "options" in parameter ? [] : [parameter.min - 1e-9, 1.01 * parameter.max];
      for (const bad of ["frog", ...beyond]) {
        const given = typeof bad === "number" ? bad : `"${bad}"`;
        assert.equal(experiment.set(key, bad), false);
        assert.equal(lab.alert, `${nameOf(parameter)} must be ${range(parameter)}; ${given} was given.`, id);
        assert.equal(experiment.get(key), value);
      }
      assert.ok(experiment.set(key, value));
      assert.equal(lab.alert, "");
      const own = key === "timeRate" && "min" in parameter;
      for (const end of own ? [parameter.min, parameter.max] : []) assert.ok(experiment.set(key, end));
    }
    lab.close();
  }
});

test("an address is for the laboratory whose id stands before a key, and else for the first one", () => {
  const [one, two] = /** @type {SpringLab[]} */ (/** @type {unknown[]} */ ([{ id: "one" }, { id: "two" }]));
  const both = requestsIn("?two.mass=2&two.restart&one.method=verlet&nonsense=1&two.run-to=0.5&one.mass=", [one, two]);
  assert.deepEqual(Object.fromEntries(both.get(one)?.values ?? []), { method: "verlet", nonsense: 1, mass: "" });
  assert.deepEqual(Object.fromEntries(both.get(two)?.values ?? []), { mass: 2 });
  assert.deepEqual([both.get(one)?.restart, both.get(two)?.restart, both.get(two)?.until], [false, true, 0.5]);
  const alone = requestsIn("?mass=1e999&run-to=soon", [one]);
  assert.deepEqual([alone.get(one)?.values.get("mass"), alone.get(one)?.until], ["1e999", "soon"]);
  assert.equal(requestsIn("", [one]).size, 0);
});

for (const { path } of PAGES) {
  test(`${path}: its laboratories and links set what there is, to what is allowed`, async () => {
    const html = readFileSync(new URL(`../${path}`, import.meta.url), "utf8").replaceAll("&amp;", "&");
    const labs = [...html.matchAll(/<spring-lab([^>]*)>/g)].map(([, text]) => {
      const attributes = [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => ({ name, value }));
      const { scene = "", id = scene } = Object.fromEntries(attributes.map(({ name, value }) => [name, value]));
      return { attributes, scene, id };
    });
    const opened = await Promise.all(
      labs.map(async ({ attributes, scene }) => {
        const node = /** @type {Element} */ (/** @type {unknown} */ ({ attributes }));
        const lab = await Laboratory.open(scene, Object.fromEntries(parametersOf(node)));
        assert.equal(lab.alert, "");
        return lab;
      }),
    );
    const links = [...html.matchAll(/<a href="([^"]*)" data-lab="(\w+)">/g)];
    assert.ok(links.length > 0 && labs.length > 0);
    for (const [, address, name] of links) {
      const first = labs.filter(({ id, scene }) => id === name || scene === name);
      assert.ok(first.length > 0, `${address} is for ${name}`);
      const order = /** @type {any[]} */ ([...first, ...labs.filter((lab) => !first.includes(lab))]);
      for (const [node, { values, until }] of requestsIn(address.split("#")[0], order)) {
        const { experiment } = opened[labs.indexOf(/** @type {any} */ (node))];
        const restore = experiment.keep();
        for (const [key, value] of values) assert.ok(experiment.set(key, value), `${address}: ${key}`);
        for (const [key, value] of values) assert.equal(String(experiment.get(key)), String(value), address);
        restore();
        assert.ok(until === undefined || (Number(until) > 0 && Number(until) <= 10_000), address);
      }
    }
    for (const lab of opened) lab.close();
  });
}

test("an attribute is a number if it reads as one", () => {
  const texts = ["8", "-1", "1e3", "0.02", "", " ", "1e999", "frog", "5 ms"];
  assert.deepEqual(texts.map(parse), [8, -1, 1000, 0.02, "", " ", "1e999", "frog", "5 ms"]);
});

test("a locked laboratory hides its numbers and notes unless its page shows them", () => {
  assert.equal(shown({ locked: false }), undefined);
  assert.deepEqual(
    PARTS.filter((part) => !shown({ locked: true })?.includes(part)),
    ["numbers", "notes"],
  );
  assert.deepEqual(shown({ show: ["numbers"], locked: true }), ["numbers"]);
  assert.deepEqual(shown({ show: ["plot"], controls: ["mass"], locked: false }), ["plot", "controls"]);
});
