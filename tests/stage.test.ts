// The views of a laboratory in their places: one large, the others small.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./dom.ts";
import { Laboratory } from "./laboratory.ts";

/** Classes of the views in the large place and in the small ones, hidden ones left out. */
function places(lab: Laboratory) {
  const shown = (place: string) =>
    lab
      .all(`${place} > .view`)
      .flatMap(({ hidden, classList }) => (hidden || classList.contains("off") ? [] : [classList[0]]));
  return [shown(".scene"), shown(".side")];
}

/** Names of the buttons that can be pressed, with a sign for the pressed one. */
const buttons = (lab: Laboratory) =>
  lab
    .all(".swap")
    .filter((node) => !node.closest("[hidden], .off"))
    .map((node) => `${node.getAttribute("aria-pressed") === "true" ? "* " : ""}${node.ariaLabel}`);

test("one press shows a view large in exchange for the picture, and a second press or another view brings it back", async () => {
  const lab = await Laboratory.open("resonance");
  const press = (name: string) => lab.button(`Show large: ${name}`).click();
  const initially = [["picture"], ["measured", "plot"]];
  assert.deepEqual(places(lab), initially);
  assert.deepEqual(buttons(lab), ["Show large: frequency response", "Show large: plot of u"]);
  press("frequency response");
  assert.deepEqual(places(lab), [["measured"], ["picture", "plot"]]);
  assert.deepEqual(buttons(lab), ["* Show large: frequency response", "Show large: picture", "Show large: plot of u"]);
  press("plot of u");
  assert.deepEqual(places(lab), [["plot"], ["picture", "measured"]]);
  press("plot of u");
  assert.deepEqual(places(lab), initially);
  press("frequency response");
  press("picture");
  assert.deepEqual(places(lab), initially);
  lab.close();
});

test("a picture is in its place when it is drawn, at first and after an instrument is switched on or off", async () => {
  const { prototype } = document.createElement("canvas").constructor;
  const { getContext } = prototype;
  /** Places in which canvases were drawn, by their names. */
  let drawn: Map<string, Set<string>> = new Map();
  prototype.getContext = function (this: HTMLElement, kind: string) {
    const name = this.ariaLabel?.split(/[.,]/)[0] ?? "";
    const place = this.closest(".scene, .side")?.className;
    if (place) drawn.set(name, new Set([...(drawn.get(name) ?? []), place]));
    return getContext.call(this, kind);
  };
  const lab = await Laboratory.open("damper");
  const picture = String(lab.one(".scene canvas").ariaLabel).split(/[.,]/)[0];
  assert.deepEqual([...(drawn.get(picture) ?? [])], ["scene"]);
  lab.set("region", "on");
  drawn = new Map();
  await lab.loaded();
  assert.deepEqual([drawn.get(picture), drawn.get("Stability region")], [new Set(["side"]), new Set(["scene"])]);
  drawn = new Map();
  lab.set("region", "off");
  assert.deepEqual(drawn.get(picture), new Set(["scene"]));
  prototype.getContext = getContext;
  lab.close();
});

test("the show's own view is large where the small places are in view beside it, and the picture elsewhere", async () => {
  const before = globalThis.getComputedStyle;
  for (const [scene, name, large, side] of [
    ["resonance", "frequency response", "measured", ["picture", "plot"]],
    ["decay", "plot of the factor per step", "plot", ["picture"]],
    ["pair", "stiffness matrix", "panel", ["picture", "panel"]],
    ["damper", "", "picture", ["plot"]],
  ] as [string, string, string, string[]][]) {
    const lab = await Laboratory.open(scene);
    const style = { getPropertyValue: (key: string) => (key === "--beside" ? " true" : "") };
    globalThis.getComputedStyle = (() => style) as any;
    lab.page.arrange({ locked: false });
    globalThis.getComputedStyle = before;
    assert.deepEqual(places(lab), [[large], side], scene);
    assert.ok(!buttons(lab).some((text) => text.endsWith(`: ${name}`)), "no button does nothing");
    lab.page.arrange({ locked: false });
    assert.deepEqual(places(lab)[0], ["picture"], scene);
    lab.close();
  }
});

test("a stage that becomes wide after its start shows the show's own view large, and a narrow one the picture", async () => {
  const { ResizeObserver, getComputedStyle } = globalThis;
  /** Callbacks by the observed element. */
  const resized: Map<Element, () => void> = new Map();
  const Observing = class {
    callback;
    constructor(callback: () => void) {
      this.callback = callback;
    }
    observe(node: Element) {
      resized.set(node, this.callback);
    }
    disconnect() {}
  };
  Object.assign(globalThis, { ResizeObserver: Observing });
  const lab = await Laboratory.open("pair");
  Object.assign(globalThis, { ResizeObserver });
  const style = { getPropertyValue: (key: string) => (key === "--beside" ? " true" : "") };
  globalThis.getComputedStyle = (() => style) as any;
  const resize = resized.get(lab.element) as () => void;
  assert.deepEqual(places(lab)[0], ["picture"]);
  resize();
  assert.deepEqual(places(lab)[0], ["panel"]);
  globalThis.getComputedStyle = getComputedStyle;
  resize();
  assert.deepEqual(places(lab)[0], ["picture"]);
  lab.close();
});

test("the first visible view is large, and alone it needs no button", async () => {
  const lab = await Laboratory.open("resonance");
  const arrange = (show: string[] | undefined) => lab.page.arrange({ show, locked: false });
  arrange(["plot"]);
  assert.deepEqual(places(lab), [["measured"], ["plot"]]);
  assert.deepEqual(buttons(lab), ["Show large: plot of u"]);
  arrange(["picture"]);
  assert.deepEqual([places(lab), buttons(lab)], [[["picture"], []], []]);
  assert.equal(lab.one(".full").hidden, false);
  arrange(["controls"]);
  assert.deepEqual(places(lab), [[], []]);
  assert.equal(lab.one(".full").hidden, true);
  arrange(undefined);
  assert.deepEqual(places(lab), [["picture"], ["measured", "plot"]]);
  lab.close();
});

test("no view moves while a mass is held", async () => {
  const lab = await Laboratory.open("damper");
  const canvas = lab.one("[role=application]");
  const own = { button: 0, pointerId: 1, pointerType: "touch", offsetX: 0, offsetY: 0 };
  const pointer = (type: string) => canvas.dispatchEvent(Object.assign(new Event(type), own));
  const before = places(lab);
  pointer("pointerdown");
  lab.button("Show large: plot of energy").click();
  assert.deepEqual(places(lab), before);
  pointer("pointerup");
  lab.button("Show large: plot of energy").click();
  assert.deepEqual(places(lab), [["plot"], ["picture"]]);
  lab.close();
});

test("a large view that the user hides gives the place back", async () => {
  const lab = await Laboratory.open("damper", { region: "on" });
  lab.button("Show large: stability region").click();
  assert.deepEqual(places(lab), [["picture"], ["picture", "plot"]]);
  lab.set("region", "off");
  assert.deepEqual([places(lab), buttons(lab)], [[["picture"], ["plot"]], ["Show large: plot of energy"]]);
  assert.match(lab.one(".scene canvas").ariaLabel ?? "", /^Mass/);
  lab.close();
});
