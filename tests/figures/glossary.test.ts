// The orders of methods in the glossary.
import test from "node:test";
import { methods } from "../../dist/lib/springlab.js";
import { lesson } from "./lesson.ts";

const { source, value, complete } = lesson("www/glossary.html");

test("the order of a method is that of its record", async () => {
  for (const { value: method, order } of await methods())
    if (source.includes(`\${${method}-order}`)) value(`${method}-order`, order);
});

complete();
