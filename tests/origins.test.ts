// Origins in the address of the frame.
import assert from "node:assert/strict";
import test from "node:test";
import { readOrigins } from "../www/origins.ts";

test("an address in any spelling stands for the origin that a browser's messages carry", () => {
  for (const text of [
    "https://course.example",
    "https://course.example/",
    "https://course.example/week/1?id=3#top",
    "HTTPS://Course.EXAMPLE:443",
    " https://course.example\n",
    "https://teacher@course.example",
  ])
    assert.deepEqual(readOrigins([text]), { origins: ["https://course.example"], refusals: [] }, text);
  assert.deepEqual(readOrigins(["http://localhost:8000/", "http://müller.example"]).origins, [
    "http://localhost:8000",
    "http://xn--mller-kva.example",
  ]);
  assert.deepEqual(readOrigins(["null", "*"]), { origins: ["null", "*"], refusals: [] });
});

test("a text that names no origin is refused in a sentence, and the others hold", () => {
  for (const text of ["", "course.example", "localhost:8000", "https://", "//course.example", "data:,x", "file:///x"]) {
    const { origins, refusals } = readOrigins([text, "https://course.example"]);
    assert.deepEqual(origins, ["https://course.example"], text);
    const sentence = 'origin must be an address such as https://course.example, "null" or "*"; ';
    assert.deepEqual(refusals, [`${sentence}${text ? `"${text}"` : "nothing"} was given.`]);
  }
});
