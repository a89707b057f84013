// The manual's list of scenes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { scenes } from "../dist/lib/springlab.js";
import { kebabCase } from "../www/lab/model/names.ts";
import { until } from "./dom.ts";
import { Laboratory } from "./laboratory.ts";

test("the manual lists every scene with every parameter and option", async () => {
  document.body.innerHTML = '<section id="scenes"></section>';
  Object.assign(globalThis, { location: new URL("http://localhost/www/embed.html") });
  await import("../www/manual.ts");
  const details = () => [...document.querySelectorAll("#scenes details")];
  await until(() => details().length > 0);
  const listed = details().map((node) => ({
    scene: node.querySelector("summary code")?.textContent ?? "",
    keys: [...node.querySelectorAll("tbody th")].map((cell) => cell.textContent),
  }));
  assert.deepEqual(
    listed.map(({ scene }) => scene),
    (await scenes()).map(({ id }) => id),
  );
  for (const { scene, keys } of listed) {
    const lab = await Laboratory.open(scene);
    assert.deepEqual(
      keys,
      lab.run.settings.all.map(({ key }) => kebabCase(key)),
      scene,
    );
    lab.close();
  }
});
