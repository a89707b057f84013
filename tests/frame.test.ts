// A laboratory in a frame: its address, and its messages to and from the page around it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as settle } from "node:timers/promises";
import { frame, until } from "./dom.ts";
import "./laboratory.ts";
import type { SpringLab } from "../www/spring-lab.ts";

/** Origin of the page around the frame. */
const COURSE = "https://course.example";

/** Callback of the frame's observer of its size. */
let resized = () => {};
globalThis.ResizeObserver = class {
  #callback;
  constructor(callback: ResizeObserverCallback) {
    this.#callback = callback;
  }
  observe(node: Element) {
    if (node.localName === "spring-lab") resized = () => this.#callback([], this);
  }
  unobserve() {}
  disconnect() {}
};

let count = 0;

/**
 * Opens the frame's page at an address, within a page of another origin.
 * @param framed  false for a page of its own
 */
async function open(query: string, framed: boolean = true) {
  document.body.replaceChildren();
  const posted: { message: any; target: string }[] = [];
  const postMessage = (message: object, target: string) => posted.push({ message, target });
  const around = {
    postMessage,
    get origin() {
      throw new Error("It is another origin.");
    },
  };
  let receive: (event: object) => void = () => {};
  Object.assign(globalThis, {
    location: new URL(`http://localhost/embed.html?${query}`),
    parent: framed ? around : globalThis,
    postMessage,
    addEventListener: (name: string, listener: typeof receive) => {
      if (name === "message") receive = listener;
    },
  });
  count += 1;
  await import(`../www/embed-frame.ts?${count}`);
  const lab = document.querySelector("spring-lab") as SpringLab;
  await lab.open();
  await settle(10);
  resized();
  return {
    lab,
    alert: () => lab.shadowRoot?.querySelector("[role=alert]")?.textContent,
    heard: (kind: string) => posted.map(({ message }) => message).filter(({ springlab }) => springlab === kind),
    posted,
    send: (data: unknown, origin: string = COURSE, source: object = around) => receive({ data, origin, source }),
  };
}

test("an origin that the address names leads the laboratory and hears of it", async () => {
  const named = `origin=${COURSE}/week/1`;
  const { lab, heard, posted, send } = await open(
    `scene=damper&stiffness=8&timeStepSize=0.02&controls=damping&paused&${named}`,
  );
  const [ready] = heard("ready");
  assert.deepEqual([ready.scene, ready.time, ready.playing], ["damper", 0, false]);
  assert.deepEqual([ready.parameters.stiffness, ready.parameters.timeStepSize, ready.parameters.damping], [8, 0.02, 0]);
  assert.ok(posted.every(({ message, target }) => target === (message.springlab === "size" ? "*" : COURSE)));
  send({ springlab: "set", key: "damping", value: 3 });
  assert.equal(heard("state").at(-1).parameters.damping, 3);
  send({ springlab: "run-to", time: 0.5 });
  for (let frames = 0; frames < 60; frames++) frame();
  assert.ok(Math.abs(heard("time").at(-1).time - 0.5) < 1e-9);
  const states = heard("state").length;
  send({ springlab: "set", key: "damping", value: -3 });
  const { subject, sentence } = heard("error").at(-1);
  assert.equal(subject, "damping");
  assert.match(sentence, /^Damping μ must be .*-3 was given/);
  assert.equal(heard("state").length, states, "a refusal is answered by an error alone");
  for (const [message, expected] of [
    [{ springlab: "explode" }, /^springlab must be one of get, set, .*; "explode" was given\.$/],
    [{ springlab: "set", key: {}, value: 1 }, /^key must be a text; object was given\.$/],
    [
      { springlab: "set", key: "damping", value: { toString: "3" } },
      /^value must be a number or a text; object was given\.$/,
    ],
    [{ springlab: "run-to", time: "1" }, /^time must be a number; string was given\.$/],
    [{ springlab: "constructor" }, /"constructor" was given/],
  ] as [object, RegExp][]) {
    send(message);
    assert.match(heard("error").at(-1).sentence, expected);
  }
  const errors = heard("error").length;
  for (const message of [null, 3, "set", [], {}, { springlab: 4 }]) send(message);
  send({ springlab: "reset" });
  assert.equal(heard("state").at(-1).parameters.damping, 0);
  assert.equal(heard("error").length, errors);
  lab.remove();
});

test("an origin that is none is refused in a sentence, and the one behind it hears all", async () => {
  const { lab, heard } = await open(`scene=damper&origin=course.example&origin=${COURSE}/week/1`);
  const sentence = document.body.querySelector(".message [role=alert]")?.textContent;
  assert.match(String(sentence), /^Origin must be .*; "course.example" was given\.$/);
  assert.equal(heard("ready").length, 1);
  assert.deepEqual(
    heard("error").map(({ subject }) => subject),
    ["origin"],
  );
  lab.remove();
});

test("null beside an origin lets other pages hear nothing, until a page without an origin speaks", async () => {
  for (const [query, first] of [
    [`origin=null&origin=${COURSE}`, COURSE],
    ["origin=null", "*"],
  ]) {
    const { lab, posted, send } = await open(`scene=damper&${query}`);
    const targets = () => posted.filter(({ message }) => message.springlab === "state").map(({ target }) => target);
    lab.set("stiffness", 8);
    assert.deepEqual([...new Set(targets())], [first]);
    posted.length = 0;
    send({ springlab: "pause" }, "null");
    assert.deepEqual([...new Set(targets())], ["*"]);
    lab.remove();
  }
});

test("an origin that the address does not name hears of the height only, and leads nothing", async () => {
  const { lab, posted, send } = await open("scene=damper");
  send({ springlab: "set", key: "damping", value: 3 });
  send({ springlab: "pause" });
  for (let frames = 0; frames < 30; frames++) frame();
  assert.deepEqual([...new Set(posted.map(({ message }) => message.springlab))], ["size"]);
  assert.deepEqual([lab.get("damping"), lab.playing], [0, true]);
  lab.remove();
  const other = await open(`scene=damper&origin=${COURSE}`);
  other.send({ springlab: "pause" }, "https://other.example");
  other.send({ springlab: "pause" }, COURSE, {});
  assert.equal(other.lab.playing, true, "another origin, and another window of the same");
  other.lab.remove();
});

test("outside a frame it sends no messages", async () => {
  const { lab, posted } = await open("scene=damper", false);
  lab.set("damping", 1);
  for (let frames = 0; frames < 30; frames++) frame();
  assert.deepEqual(posted, []);
  lab.remove();
});

test("the address sets parameters only: no handlers, styles, ids or files", async () => {
  const evil = "%3Cimg%20src=x%20onerror=alert(1)%3E";
  const { lab, alert } = await open(
    `scene=damper&onclick=alert(1)&onpointerdown=alert(1)&style=display:none&id=x&src=https://example.org/a.obj&stiffness=${evil}`,
  );
  assert.match(String(alert()), /^Stiffness k must be a number/);
  assert.deepEqual(lab.getAttributeNames().sort(), ["data-addressed", "loading", "scene", "stiffness"]);
  lab.remove();
});

test("keys of its address match in any case, and names that no attribute can have are passed over", async () => {
  const { lab, alert } = await open(
    "Scene=damper&PAUSED=false&timestepsize=0,02&Show=picture,controls&1=2&-x=1&_y=1&color-scheme=dark",
  );
  assert.deepEqual([lab.playing, lab.get("timeStepSize"), alert()], [true, 0.02, ""]);
  const save = lab.shadowRoot?.querySelector("[part=save]");
  assert.equal((save as HTMLElement).hidden, true);
  assert.equal(lab.style.colorScheme, "dark");
  lab.remove();
  const pink = await open("scene=damper&color-scheme=pink");
  const sentence = document.body.querySelector(".message [role=alert]")?.textContent;
  assert.equal(sentence, 'Color-scheme must be light or dark; "pink" was given.');
  pink.lab.remove();
});

test("its address may name a time to run to, or a moment", async () => {
  const { lab, alert } = await open("scene=damper&damping=1&run-to=0.2");
  for (let frames = 0; frames < 40; frames++) frame();
  assert.ok(Math.abs(Number(lab.time) - 0.2) < 1e-9);
  assert.deepEqual([lab.playing, alert()], [false, ""]);
  lab.remove();
  const cut = await open("scene=damper&moment=AAAA");
  await until(() => cut.alert() !== "");
  assert.match(String(cut.alert()), /its link was cut off/);
  cut.lab.remove();
});
