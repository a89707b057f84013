// The element in a document: what its attributes and scripts change.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as settle } from "node:timers/promises";
import { frame } from "./dom.js";
import "./laboratory.js";

/** @import { SpringLab } from "../www/spring-lab.js" */

await import("../www/element.js");

/** Lets the document tell of its changes. */
async function told() {
  await settle(10);
  frame();
  frame();
}

/**
 * Opens the laboratories of a text, paused.
 * @param {string} html
 */
async function open(html) {
  document.body.innerHTML = html;
  const labs = /** @type {SpringLab[]} */ ([...document.querySelectorAll("spring-lab")]);
  for (const lab of labs) await lab.open();
  await told();
  const [lab] = labs;
  const root = /** @type {ShadowRoot} */ (lab.shadowRoot);
  return {
    ...{ lab, labs, root },
    alert: () => root.querySelector("[role=alert]")?.textContent,
    /** Sets attributes; null removes one. @param {Record<string, string | null>} attributes */
    set: async (attributes) => {
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
    return [...new Set(seen.map((node) => node.getAttribute("part")))].sort().join(" ");
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
  /** @type {Promise<string> | undefined} */
  let csv;
  URL.createObjectURL = (blob) => {
    csv = /** @type {Blob} */ (blob).text();
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
