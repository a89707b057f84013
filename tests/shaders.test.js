// What is left of shaders when they are built.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bare } from "../tools/shaders.js";
import { BLUR, CAST, heading, SHADE, VERTEX, WHOLE } from "../www/canvas/shaders.js";

test("a built shader is the written one without comments", async () => {
  const source = readFileSync("www/canvas/shaders.js", "utf8");
  const written = { BLUR, CAST, SHADE, VERTEX, WHOLE };
  const built = await import(`data:text/javascript,${encodeURIComponent(bare(source))}`);
  assert.equal(built.heading({}), heading({}));
  for (const [name, shader] of Object.entries(written)) {
    const code = shader.split("\n").map((line) => line.replace(/\/\/.*/, "").trim());
    assert.deepEqual(
      built[name].split("\n"),
      code.filter((line, i) => line || i === 0),
      name,
    );
  }
});
