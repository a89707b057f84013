// What is left of shaders when they are built.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bare } from "../tools/shaders.js";
import { BLUR, CAST, heading, SHADE, VERTEX, WHOLE } from "../www/canvas/shaders.js";

/** A module as it is built. @param {string} name */
const built = (name) =>
  import(`data:text/javascript,${encodeURIComponent(bare(readFileSync(`www/canvas/${name}.js`, "utf8")))}`);

test("a built shader is the written one without comments", async () => {
  const made = await built("shaders");
  assert.equal(made.heading({}), heading({}));
  for (const [name, shader] of Object.entries({ BLUR, CAST, SHADE, VERTEX, WHOLE })) {
    const code = shader.split("\n").map((line) => line.replace(/\/\/.*/, "").trim());
    assert.deepEqual(
      made[name].split("\n"),
      code.filter((line, i) => line || i === 0),
      name,
    );
  }
});
