// Parameters and options of every scene, as addresses, attributes and links of the pages set them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { scenes } from "../dist/lib/springlab.js";
import { PAGES } from "../tools/pages.js";
import { nameOf } from "../www/lab/model/options.ts";
import type { SpringLab } from "../www/spring-lab.ts";
import type { Parameter } from "../www/types.ts";
import { Laboratory } from "./laboratory.ts";
import { htmlOf, linksOf, openLabs, settingsOf } from "./live-links.ts";

const { requestsIn } = await import("../www/links.ts");
const { isParameter, OWN, PARTS, shown } = await import("../www/lab/attributes.ts");
const { kebabCase, keyOf } = await import("../www/lab/model/names.ts");

/** An allowed value that is not the default and changes little. */
function other(parameter: Parameter) {
  const usual = parameter.default;
  if ("options" in parameter) return parameter.options.find(({ value }) => value !== usual)?.value ?? usual;
  const step = parameter.whole ? 1 : parameter.step || 0.01 * parameter.default;
  const next = Number((parameter.default + step).toPrecision(12));
  return next <= parameter.max ? next : Number((parameter.default - step).toPrecision(12));
}

/** The allowed values in words. */
function range(parameter: Parameter) {
  if ("options" in parameter) return `one of ${parameter.options.map(({ value }) => value).join(", ")}`;
  const { whole, min, max, unit } = parameter;
  return `a ${whole ? "whole " : ""}number from ${min} to ${max}${unit && ` ${unit}`}`;
}

test("every parameter and option takes another value from its control, and names what it refuses with what is allowed", async () => {
  for (const { id } of await scenes()) {
    const lab = await Laboratory.open(id, id === "cloth" || id === "drape" ? { width: 6, height: 5 } : {});
    const { run } = lab;
    for (const parameter of run.settings.all) {
      const { key } = parameter;
      const value = other(parameter);
      lab.enter(key, value);
      assert.equal(run.get(key), value, `${id}: ${key}`);
      const beyond = "options" in parameter ? [] : [parameter.min - 1e-9, 1.01 * parameter.max];
      for (const bad of ["frog", ...beyond]) {
        const given = typeof bad === "number" ? bad : `"${bad}"`;
        assert.equal(run.set(key, bad), false);
        assert.equal(lab.alert, `${nameOf(parameter)} must be ${range(parameter)}; ${given} was given.`, id);
        assert.equal(run.get(key), value);
      }
      assert.ok(run.set(key, value));
      assert.equal(lab.alert, "");
      const own = key === "timeRate" && "min" in parameter;
      for (const end of own ? [parameter.min, parameter.max] : []) assert.ok(run.set(key, end));
    }
    lab.close();
  }
});

test("an address is for the laboratory whose id stands before a key, and else for the first one", () => {
  const parameters = [{ key: "mass" }, { key: "timeStepSize" }];
  const labs = ["one", "two"].map((id) => ({ id, parameters }));
  const [one, two] = labs as unknown[] as SpringLab[];
  const both = requestsIn(
    "?two.mass=2&two.restart&one.Mass=3&mas=1&lti_message_hint=1&two.run-to=0,5&one.time-step-size=1",
    [one, two],
  );
  assert.deepEqual(Object.fromEntries(both.get(one)?.values ?? []), { mass: "3", mas: "1", timeStepSize: "1" });
  assert.deepEqual(Object.fromEntries(both.get(two)?.values ?? []), { mass: "2" });
  assert.deepEqual([both.get(one)?.restart, both.get(two)?.restart, both.get(two)?.until], [false, true, "0,5"]);
  const alone = requestsIn("?mass=1e999&run-to=soon", [one]);
  assert.deepEqual([alone.get(one)?.values.get("mass"), alone.get(one)?.until], ["1e999", "soon"]);
  assert.equal(requestsIn("", [one]).size, 0);
});

for (const { path } of PAGES) {
  test(`${path}: its laboratories and links set what there is, to what is allowed`, async () => {
    const html = htmlOf(path);
    const labs = await openLabs(html);
    const links = linksOf(html);
    assert.ok(links.length > 0 && labs.length > 0);
    const steps = html.match(/<section id="try">(.*?)<\/section>/s)?.[1].match(/<li>.*?<\/li>/gs) ?? [];
    for (const step of steps) assert.match(step, /data-view="|(order|inside)=/, "it says which view it needs");
    for (const link of links) {
      const { address, view } = link;
      const [named] = labs.filter(({ id, scene }) => [id, scene].includes(link.lab));
      if (view) assert.ok(named.lab.views.includes(view), `${address}: ${view} is not one of ${named.lab.views}`);
      for (const [{ lab }, { values, until }] of settingsOf(link, labs)) {
        const { run } = lab;
        const restore = run.keep();
        for (const [key, value] of values) assert.ok(run.set(key, value), `${address}: ${key}`);
        for (const [key, value] of values) assert.equal(String(run.get(key)), String(value), address);
        restore();
        assert.ok(until === undefined || (Number(until) > 0 && Number(until) <= 10_000), address);
      }
    }
    for (const { lab } of labs) lab.close();
  });
}

test("a text for a number is read as in a field, by scenes, options and the time to run to", async () => {
  const lab = await Laboratory.open("damper", { "time-step-size": "5 ms", TIMERATE: "0,5", stiffness: "8,5 N/m" });
  const { run } = lab;
  assert.deepEqual(
    ["timeStepSize", "timeRate", "stiffness"].map((key) => run.get(key)),
    [0.005, 0.5, 8.5],
  );
  assert.ok(run.runTo("1,5 s"));
  const refuse = (key: string, text: string) => {
    assert.equal(run.set(key, text), false);
    const { alert } = lab;
    assert.equal(run.get(key), key === "stiffness" ? 8.5 : 0.5);
    run.set(key, String(run.get(key)));
    return alert;
  };
  const range = "Stiffness k must be a number from 0 to 1000 N/m";
  assert.equal(refuse("stiffness", "1,500"), `${range}; "1,500" was given, which may mean 1.5 or 1500.`);
  assert.equal(
    refuse("stiffness", "1e-400"),
    `${range}; "1e-400" was given, which is closer to 0 than a computer's numbers: write 0.`,
  );
  assert.equal(
    refuse("stiffness", "1.500,5"),
    `${range}; "1.500,5" was given: write thousands without points and commas.`,
  );
  assert.equal(refuse("stiffness", "2 kN/m"), `${range}; 2000 was given.`);
  assert.equal(
    refuse("timeRate", "1e-400"),
    'Speed must be a number from 0.01 to 10 ×; "1e-400" was given, which is closer to 0 than a computer\'s numbers: write 0.',
  );
  lab.close();
});

test("a toggle takes what HTML and frameworks write for on and off", async () => {
  const lab = await Laboratory.open("damper");
  for (const [text, state] of [
    ["true", "on"],
    ["false", "off"],
    ["", "on"],
    ["off", "off"],
  ]) {
    assert.ok(lab.run.set("force", text));
    assert.equal(lab.run.get("force"), state);
  }
  lab.close();
});

test("no two parameters of a scene differ by case or dashes alone, and none is a name of every element's", async () => {
  for (const { id, parameters } of await scenes()) {
    const names = parameters.map(({ key }) => key.toLowerCase());
    assert.equal(new Set(names).size, names.length, id);
    for (const { key } of parameters) {
      assert.ok(isParameter(kebabCase(key)) && isParameter(key.toLowerCase()), key);
      assert.equal(keyOf(kebabCase(key), parameters), key);
      assert.equal(keyOf(key.toUpperCase(), parameters), key);
    }
  }
});

test("an attribute that no element has and no framework adds is a parameter", () => {
  for (const name of ["mass", "step", "cause", "stifness"]) assert.ok(isParameter(name), name);
  const others = [
    "classname",
    "inputmode",
    "data-v-1",
    "_ngcontent-abc",
    "v-cloak",
    "-scene",
    "1",
    "onspringlab-ready",
  ];
  for (const name of [...others, ...Object.keys(OWN)]) assert.ok(!isParameter(name), name);
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
