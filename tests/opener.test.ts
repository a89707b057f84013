// Files of a scene: named by an attribute, and opened in any order.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SpringLab } from "../www/spring-lab.ts";
import { until } from "./dom.ts";
import { Laboratory } from "./laboratory.ts";

await import("../www/element.ts");

/** An OBJ of a pyramid that hangs at its tip. */
const TENT = "v 0 1 0\nv -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nf 1 2 3\nf 1 3 4\nf 1 4 5\nf 1 5 2\n";

Object.assign(globalThis, { self: Object.assign(globalThis, { origin: "http://localhost" }) });
Object.defineProperty(document, "baseURI", { value: "http://localhost/www/mesh.html" });

/** Opens a laboratory with files from its page's server. @param served  by path */
async function open(scene: string, src: string, served: Record<string, string>) {
  globalThis.fetch = async (address) => {
    const text = served[new URL(String(address)).pathname];
    return text === undefined ? new Response("", { status: 404 }) : new Response(text);
  };
  document.body.innerHTML = `<spring-lab scene="${scene}" src="${src}"></spring-lab>`;
  const lab = document.querySelector("spring-lab") as SpringLab;
  let used = false;
  lab.addEventListener("springlab-change", () => {
    used = true;
  });
  await lab.open();
  const root = lab.shadowRoot as ShadowRoot;
  await until(() => used || root.querySelector("[role=alert]")?.textContent !== "");
  return {
    lab,
    root,
    alert: root.querySelector("[role=alert]")?.textContent,
    masses: Number(lab.simulation?.positions.length) / 3,
    close: () => document.body.replaceChildren(),
  };
}

test("a mesh comes from files that an attribute names", async () => {
  const served = { "/models/tent.obj": TENT, "/models/tent.json": '{ "pinned": [1], "stiffness": 321 }' };
  const { lab, root, alert, masses, close } = await open("mesh", "../models/tent.obj ../models/tent.json", served);
  assert.deepEqual([masses, alert, lab.get("stiffness")], [5, "", 321]);
  assert.equal((root.querySelector("#stiffness") as HTMLInputElement).value, "321");
  lab.restart();
  assert.equal(lab.simulation?.positions.length, 15);
  close();
});

test("files that can't be a mesh are named, and the mesh before stays", async () => {
  const served = { "/models/a.obj": TENT, "/models/b.obj": TENT, "/models/tent.obj": "v 0 0 0\nf 1 2\n" };
  for (const [src, sentence] of [
    [
      "https://example.org/tent.obj",
      /^The attribute src must name files of this page's own server; "https:\/\/example.org\/tent.obj" was given\.$/,
    ],
    [
      "../models/a.obj ../models/b.obj",
      /^A mesh is one OBJ file, with at most one JSON file beside it; "a.obj, b.obj" was given\.$/,
    ],
    ["../models/tent.obj", /^OBJ, line 2: /],
    ["../models/none.obj", /^Src: there is no file at "\.\.\/models\/none\.obj" \(404\)\.$/],
  ] as const) {
    const { alert, masses, close } = await open("mesh", src, served);
    assert.match(String(alert), sentence);
    assert.equal(masses, 8);
    close();
  }
  const { alert, close } = await open("chain", "tent.obj", {});
  assert.match(String(alert), /^There is no parameter "src"; known: /);
  close();
});

test("a file that arrives late does not replace one that was opened later", async () => {
  const lab = await Laboratory.open("mesh");
  let send: (files: { name: string; text: string }[]) => void = () => {};
  const late = lab.page.open(
    new Promise((resolve) => {
      send = resolve;
    }),
  );
  await lab.page.open(Promise.resolve([{ name: "tent.obj", text: TENT }]));
  assert.equal(lab.simulation.positions.length, 15);
  send([{ name: "line.obj", text: "v 0 0 0\nv 1 0 0\nv 2 0 0\nl 1 2 3\n" }]);
  await late;
  assert.equal(lab.simulation.positions.length, 15);
  lab.close();
});

test("a moment comes from a file that an attribute names, in any scene", async () => {
  const { lab: first, close } = await open("damper", "", {});
  first.pause();
  first.set("damping", 2);
  first.step();
  const text = JSON.stringify(first.moment());
  close();
  const again = await open("damper", "throw.springlab.json", { "/www/throw.springlab.json": text });
  assert.deepEqual([again.alert, again.lab.get("damping"), again.lab.time, again.lab.playing], ["", 2, 0.01, false]);
  again.close();
});
