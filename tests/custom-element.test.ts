// The element in a document: what its attributes and scripts change.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as settle } from "node:timers/promises";
import { frame, until } from "./dom.ts";
import "./laboratory.ts";
import type { SpringLab } from "../www/spring-lab.ts";

await import("../www/element.ts");

/** Lets the document tell of its changes. */
async function told() {
  await settle(10);
  frame();
  frame();
}

/** Opens the laboratories of a text, paused. */
async function open(html: string) {
  document.body.innerHTML = html;
  const labs = [...document.querySelectorAll("spring-lab")] as SpringLab[];
  for (const lab of labs) await lab.open();
  await told();
  const [lab] = labs;
  const root = lab.shadowRoot as ShadowRoot;
  return {
    lab,
    labs,
    root,
    alert: () => root.querySelector("[role=alert]")?.textContent,
    /** Sets attributes; null removes one. */
    set: async (attributes: Record<string, string | null>) => {
      for (const [name, text] of Object.entries(attributes))
        text === null ? lab.removeAttribute(name) : lab.setAttribute(name, text);
      await told();
    },
    close: () => document.body.replaceChildren(),
  };
}

test("attributes change it while it runs, and are the defaults that Reset all returns to", async () => {
  const { lab, set, alert, close } = await open('<spring-lab scene="damper" stiffness="8"></spring-lab>');
  assert.equal(lab.get("stiffness"), 8);
  await set({ stiffness: "12" });
  assert.equal(lab.get("stiffness"), 12);
  lab.set("stiffness", 3);
  lab.reset();
  assert.equal(lab.get("stiffness"), 12);
  await set({ stiffness: null });
  assert.equal(lab.get("stiffness"), 5, "the scene's default");
  await set({ stiffness: "much" });
  assert.match(String(alert()), /^Stiffness k must be a number from /);
  assert.equal(lab.get("stiffness"), 5);
  await set({ stiffness: "7" });
  assert.equal(alert(), "");
  await set({ stifness: "7" });
  assert.match(String(alert()), /^There is no parameter "stifness"/);
  await set({ stifness: null });
  assert.equal(alert(), "");
  await set({ paused: "" });
  assert.equal(lab.playing, false);
  await set({ paused: null });
  assert.equal(lab.playing, true);
  close();
});

test("a scene that is to be looked at first stands still", async () => {
  const { lab, close } = await open('<spring-lab scene="pair"></spring-lab>');
  assert.equal(lab.playing, false);
  close();
});

test("compare has the words of the runs that are there, also after words that are refused", async () => {
  const { lab, set, alert, close } = await open('<spring-lab scene="damper" compare="rk5"></spring-lab>');
  const known = () => [
    lab.compare,
    lab.runs
      .slice(1)
      .map(({ name }) => name)
      .join(),
  ];
  assert.deepEqual(known(), ["", ""]);
  assert.match(String(alert()), /"rk5" was given/);
  await set({ compare: "implicit-euler timeStepSize=0.02" });
  assert.deepEqual(known(), ["implicit-euler timeStepSize=0.02", "Implicit Euler,Δt = 0.02 s"]);
  assert.equal(alert(), "");
  let changes = 0;
  lab.addEventListener("springlab-change", () => {
    changes += 1;
  });
  await set({ compare: "implicit-euler heun5" });
  assert.deepEqual(known(), ["implicit-euler time-step-size=0.02", "Implicit Euler,Δt = 0.02 s"]);
  assert.match(String(alert()), /"heun5" was given/);
  assert.equal(changes, 1);
  await set({ compare: null });
  assert.deepEqual(known(), ["", ""]);
  close();
});

test("another scene takes the place of the first, and an unknown one is refused", async () => {
  const { lab, root, set, alert, close } = await open('<spring-lab scene="damper" loading="eager"></spring-lab>');
  await set({ scene: "oscillator" });
  await lab.open();
  assert.equal(root.querySelector(".lab")?.getAttribute("aria-label"), "Laboratory: Mass-Spring Model");
  await set({ scene: "nothing" });
  await lab.open();
  assert.match(String(alert()), /^There is no scene "nothing"/);
  await set({ scene: "damper" });
  assert.equal(await lab.open(), true);
  close();
});

test("show and controls choose parts, and an unknown word is refused", async () => {
  const { root, set, alert, close } = await open(
    '<spring-lab scene="damper" show="picture plot" controls="damping stiffness time-step-size"></spring-lab>',
  );
  const parts = () => {
    const seen = [...root.querySelectorAll("[part]")].filter((node) => !node.closest("[hidden]"));
    const names = seen.flatMap((node) => node.getAttribute("part")?.split(" ") ?? []);
    return [...new Set(names)]
      .filter((name) => !/\d/.test(name))
      .sort()
      .join(" ");
  };
  const more = () => root.querySelectorAll("details.more").length;
  assert.equal(parts(), "controls message picture play plot");
  const fields = [...root.querySelectorAll("input[name]")].map((field) => field.getAttribute("name"));
  assert.deepEqual(fields, ["damping", "stiffness", "timeStepSize"]);
  assert.equal(more(), 0);
  await set({ show: "plot numbers" });
  assert.equal(parts(), "controls message numbers play plot");
  await set({ show: null, controls: null });
  assert.equal(parts(), "controls help message numbers picture play plot save time");
  assert.equal(more(), 1);
  await set({ show: "picture grapf" });
  const known = "picture, plot, controls, numbers, notes, time, save, help";
  assert.equal(alert(), `Show must have words of ${known}; "grapf" was given.`);
  assert.equal(parts(), "message picture play");
  await set({ show: "picture", controls: "stifness" });
  assert.match(String(alert()), /"stifness" was given\.$/);
  close();
});

test("a locked laboratory lets nothing be set, read or saved but its own controls", async () => {
  const { lab, root, set, alert, close } = await open(
    '<spring-lab scene="damper" damping="1.23456" controls="stiffness" locked></spring-lab>',
  );
  const keys = lab.parameters.map(({ key }) => key);
  assert.deepEqual([lab.set("damping", 0), lab.get("damping"), lab.get("stiffness")], [false, undefined, 5]);
  assert.deepEqual([keys, lab.simulation], [["stiffness"], undefined]);
  assert.match(String(alert()), /locked here/);
  let csv: Promise<string> | undefined;
  URL.createObjectURL = (blob) => {
    csv = (blob as Blob).text();
    return "data:,";
  };
  [...root.querySelectorAll("button")].find(({ textContent }) => textContent === "CSV")?.click();
  assert.match(String(await csv), /# stiffness = 5 N\/m/);
  assert.doesNotMatch(String(await csv), /damping =/);
  assert.ok(!root.textContent?.includes("1.23456"));
  await set({ locked: null });
  assert.equal(lab.get("damping"), 1.23456);
  close();
});

test("no attribute becomes HTML or a script", async () => {
  const evil = "&quot;&gt;&lt;img src=x onerror=&quot;window.evil=1&quot;&gt;";
  for (const name of ["scene", "stiffness", "show", "controls", "src", "method"]) {
    const { root, alert, close } = await open(
      `<spring-lab ${name === "scene" ? "" : 'scene="damper"'} ${name}="${evil}"></spring-lab>`,
    );
    assert.notEqual(alert(), "", name);
    assert.equal(root.querySelectorAll("img, script").length, 0, name);
    close();
  }
});

test("a kept state is restored, and no longer once its laboratory is removed or has another scene", async () => {
  const { lab, set, close } = await open('<spring-lab scene="damper" loading="eager"></spring-lab>');
  const restore = lab.keep();
  lab.set("stiffness", 3);
  restore();
  assert.equal(lab.get("stiffness"), 5);
  await set({ scene: "oscillator" });
  await lab.open();
  restore();
  assert.equal(lab.get("stiffness"), 5);
  const late = lab.keep();
  lab.remove();
  await told();
  late();
  close();
});

/** Names of the fields of parameters. */
const fields = (root: ShadowRoot) =>
  [...root.querySelectorAll("input[name]")].map((field) => field.getAttribute("name"));

test('the text "false" means absent, and attributes match in any case', async () => {
  const { lab, root, set, alert, close } = await open(
    '<spring-lab scene="damper" paused="false" locked="FALSE" timeStepSize="0,02" STIFFNESS="8,5 N/m" force="true" show="picture, plot" controls="timeStepSize, damping-ratio damping"></spring-lab>',
  );
  assert.equal(lab.playing, true);
  assert.deepEqual(
    ["timeStepSize", "stiffness", "force"].map((key) => lab.get(key)),
    [0.02, 8.5, "on"],
  );
  assert.match(String(alert()), /"damping-ratio" was given/);
  await set({ controls: "timeStepSize, damping" });
  assert.equal(alert(), "");
  assert.deepEqual(fields(root), ["timeStepSize", "damping"]);
  await set({ stiffness: "1,500" });
  assert.equal(
    alert(),
    'Stiffness k must be a number from 0 to 1000 N/m; "1,500" was given, which may mean 1.5 or 1500.',
  );
  await set({ stiffness: null });
  assert.equal(alert(), "");
  for (const name of ["step", "cause", "run", "picture"]) {
    await set({ [name]: "1" });
    for (let count = 0; count < 3; count++) frame(); // frames and steps that succeed
    assert.match(String(alert()), new RegExp(`^There is no parameter "${name}"`));
    await set({ [name]: null });
    assert.equal(alert(), "");
  }
  close();
});

test("its own attributes are properties, also if set before the element is defined", async () => {
  const early = document.createElement("spring-lab") as SpringLab;
  for (const [name, value] of Object.entries({ scene: "damper", paused: true, label: "Mine" })) {
    Object.defineProperty(early, name, { value, configurable: true, enumerable: true, writable: true });
  }
  document.body.append(early);
  await early.open();
  await told();
  const title = () => early.shadowRoot?.querySelector(".lab")?.getAttribute("aria-label");
  assert.equal(title(), "Laboratory: Mine");
  assert.equal(early.playing, false);
  const off = [false, null];
  const on = [true, ""];
  const state = () => [early.paused, early.getAttribute("paused")];
  for (const [given, expected] of [
    [false, off],
    [true, on],
    ["false", off],
    ["", on],
    [undefined, off],
    ["true", on],
  ] as const) {
    Object.assign(early, { paused: given });
    assert.deepEqual(state(), expected, String(given));
  }
  early.setAttribute("paused", "false"); // as a framework may write before the script came
  early.paused = true;
  assert.deepEqual(state(), on);
  early.label = "Yours";
  assert.deepEqual([early.label, early.getAttribute("label")], ["Yours", "Yours"]);
  Object.assign(early, { label: undefined });
  assert.deepEqual([early.label, early.getAttribute("label")], ["", null]);
  assert.deepEqual([early.scene, early.src, early.locked], ["damper", "", false]);
  Object.assign(early, { scene: "oscillator", paused: false });
  await told();
  await early.open();
  assert.equal(title(), "Laboratory: Mass-Spring Model");
  assert.equal(early.playing, true);
  early.remove();
});

test("removed, it frees its simulation, asks for no frames, and can come back", async () => {
  const { lab, root, close } = await open('<spring-lab scene="damper"></spring-lab>');
  const { simulation } = lab;
  lab.remove();
  await undefined;
  assert.equal(lab.simulation, undefined);
  assert.throws(() => simulation?.time, /was freed/);
  assert.equal(root.childElementCount, 0);
  let requests = 0;
  const request = globalThis.requestAnimationFrame;
  globalThis.requestAnimationFrame = (callback) => {
    requests += 1;
    return request(callback);
  };
  for (let count = 0; count < 10; count++) frame();
  globalThis.requestAnimationFrame = request;
  assert.equal(requests, 0);
  document.body.append(lab);
  assert.equal(await lab.open(), true);
  assert.equal(root.querySelectorAll(".lab").length, 1);
  assert.equal(lab.playing, true);
  close();
});

test("it tells its page of start, times, changes and refusals", async () => {
  const heard: [string, any][] = [];
  for (const name of ["ready", "change", "time", "error"]) {
    document.addEventListener(`springlab-${name}`, (event) => heard.push([name, Reflect.get(event, "detail")]));
  }
  const { lab, close } = await open('<spring-lab scene="damper"></spring-lab>');
  assert.equal(heard[0][0], "ready");
  const of = (wanted: string) => heard.flatMap(([name, detail]) => (name === wanted ? [detail] : []));
  for (let count = 0; count < 61; count++) frame();
  const times = of("time").map(({ time }) => time);
  assert.ok(times.length > 5 && times.length < 13, `at most ten a second: ${times.length}`);
  assert.deepEqual(times, times.toSorted());
  lab.set("damping", 1);
  lab.set("damping", -1);
  assert.deepEqual(of("change"), [{ key: "damping" }]);
  const [{ subject, sentence }] = of("error");
  assert.equal(subject, "damping");
  assert.match(sentence, /^Damping μ must be/);
  close();
});

/** Things that older browsers lack, by their names in the sentence. */
const OLD: Record<string, [object, string]> = {
  popover: [HTMLElement.prototype, "popover"],
  "checkVisibility()": [Element.prototype, "checkVisibility"],
  ResizeObserver: [globalThis, "ResizeObserver"],
  IntersectionObserver: [globalThis, "IntersectionObserver"],
  OffscreenCanvas: [globalThis, "OffscreenCanvas"],
  DecompressionStream: [globalThis, "DecompressionStream"],
};

test("where a browser lacks what it needs, or gives no 2-D context, a sentence says so beside the page's content", async () => {
  const html = '<spring-lab scene="damper"><p>A picture of the damper.</p></spring-lab>';
  const sentence = async (opens = false) => {
    document.body.innerHTML = html;
    const lab = document.querySelector("spring-lab") as SpringLab;
    if (opens) await lab.open();
    const { shadowRoot } = lab;
    const text = shadowRoot?.querySelector("[role=alert]")?.textContent;
    const [slot, running] = ["slot", ".lab"].map((part) => shadowRoot?.querySelectorAll(part).length);
    assert.deepEqual([slot, running], [1, 0]);
    document.body.replaceChildren();
    return text;
  };
  const needs = "The laboratory needs Chrome or Edge 123, Firefox 125, Safari 17.5 or newer: this browser has no";
  for (const [name, [holder, key]] of Object.entries(OLD)) {
    const property = Object.getOwnPropertyDescriptor(holder, key);
    if (property) Reflect.deleteProperty(holder, key);
    assert.equal(await sentence(), `${needs} ${name}.`);
    if (property) Object.defineProperty(holder, key, property);
  }
  const { supports } = CSS;
  for (const [name, part] of [
    ["light-dark()", "light-dark"],
    ["container queries", "container-type"],
    [":has()", ":has"],
  ]) {
    CSS.supports = (...all: string[]) => !all.join().includes(part);
    assert.equal(await sentence(), `${needs} ${name}.`);
  }
  CSS.supports = supports;
  const canvas = Object.getPrototypeOf(document.createElement("canvas"));
  const { getContext } = canvas;
  canvas.getContext = () => null;
  assert.equal(
    await sentence(true),
    "The browser gives no 2-D context for a picture: its memory may be full, or canvases switched off.",
  );
  canvas.getContext = getContext;
});

test("keys act by their place on keyboards of other alphabets, and not in fields", async () => {
  const { lab, root, close } = await open('<spring-lab scene="cloth" width="6" height="5" paused></spring-lab>');
  const press = (key: string, code: string, selector = "section") =>
    root
      .querySelector(selector)
      ?.dispatchEvent(new KeyboardEvent("keydown", { key, code, bubbles: true, composed: true, cancelable: true }));
  press("ы", "KeyS"); // Russian
  const time = Number(lab.time);
  assert.ok(time > 0);
  press("ס", "KeyX"); // Hebrew, and no key of the laboratory
  assert.equal(lab.time, time);
  press("ρ", "KeyR"); // Greek
  assert.equal(lab.time, 0);
  press("s", "KeyO"); // Dvorak: the letter counts
  assert.equal(lab.time, time);
  press("s", "KeyS", "input[name=mass]");
  press("r", "KeyR", "select");
  assert.equal(lab.time, time);
  press("b", "KeyB", "[type=range]");
  assert.equal(lab.time, 0);
  press(" ", "Space", "button");
  assert.equal(lab.playing, false, "a button uses it itself");
  press(" ", "Space");
  assert.equal(lab.playing, true);
  const moves = () => root.querySelector("[aria-label='Move left']")?.closest("[hidden]") === null;
  press("=", "Equal", "canvas");
  frame();
  assert.equal(moves(), true);
  press("٠", "Digit0", "canvas"); // Arabic: fits the picture
  frame();
  assert.equal(moves(), false);
  close();
});

/** The result of a promise that waits for timers. */
async function result<T>(promise: Promise<T>) {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  promise.then(done, done);
  await until(() => isDone);
  return promise;
}

test("importRun lays a run over the laboratory's and resolves with the verdict", async () => {
  const { lab, close } = await open('<spring-lab scene="oscillator"></spring-lab>');
  const changes: string[] = [];
  lab.addEventListener("springlab-change", (event) => changes.push((event as CustomEvent).detail.key));
  const lines = ["t,x,v"];
  for (let i = 0, x = 2, v = 0; i < 100; i++) {
    lines.push([0.01 * i, x, v].map((value) => value.toFixed(9)).join(","));
    [x, v] = [x + 0.01 * v, v - 0.01 * 20 * x];
  }
  const text = lines.join("\n");
  const verdict = await result(lab.importRun("mine", text));
  assert.match(verdict.sentence, /^mine is Explicit Euler with a step of 0\.01 s, with k\/m = 20 s⁻²/);
  assert.deepEqual(
    { ...verdict, sentence: "" },
    {
      rows: 100,
      columns: ["t", "x", "v"],
      method: "explicit-euler",
      certainty: "certain",
      mistakes: ["with k/m = 20 s⁻² in place of 10 s⁻²: k doubled or the mass halved"],
      departs: null,
      sentence: "",
    },
  );
  assert.deepEqual(lab.runs.map(({ name, kind }) => [name, kind]).slice(1), [["mine", "imported"]]);
  assert.ok(changes.includes("src"));
  const wrong = lines.with(41, lines[41].replace(/,.*,/, ",0,"));
  const other = await result(lab.importRun("other", new Blob([wrong.join("\n")])));
  assert.deepEqual([other.method, other.certainty, other.departs], [null, "none", { rows: 40, line: 42, column: "x" }]);
  await assert.rejects(result(lab.importRun("bad", "a,b\n0,1\n1,2\n2,3\n3,4")), {
    message: "A run has a column for the time (t) and one for the position (x). The header has a, b.",
  });
  assert.equal(lab.runs[1].name, "other", "the run before stays");
  close();
});

test("importRun is refused by a scene that compares no runs", async () => {
  const { lab, close } = await open('<spring-lab scene="chain"></spring-lab>');
  await assert.rejects(
    result(lab.importRun("mine", "t,x\n0,1")),
    /^Error: This scene compares no runs of other programs\.$/,
  );
  close();
});
