// Numbers in the text of a page: tests compute them, and compare them with the page's table.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import test from "node:test";
import { PLACE, tableOf, valuesOf } from "../../tools/values.js";

/** True if the tables are written: node --import ./tools/typescript.js FILE --accept */
const ACCEPTS = process.argv.includes("--accept");

/**
 * The page of a lesson.
 * @param path  such as www/damper.html
 */
export function lesson(path: string) {
  const source = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const kept = valuesOf(path);
  const computed: Record<string, string> = {};
  return {
    /** With a place for each number. */
    source,
    /** Holds a number of the text, as the page shows it but for the sign: it has a true minus. */
    value(name: string, shown: string | number) {
      computed[name] = String(shown).replace("-", "−");
      if (!ACCEPTS) assert.equal(computed[name], kept[name], `${name} (run this file with --accept to change it)`);
    },
    /**
     * The last test of a file: page and table have nothing that no test computes.
     * @param isOwn  of a name, if another file computes the others
     */
    complete(isOwn: (name: string) => boolean = () => true) {
      test("each number of the table is computed, and stands in the text", () => {
        const named = new Set([...source.matchAll(PLACE)].map(([, name]) => name));
        assert.deepEqual([...named].filter(isOwn).sort(), Object.keys(computed).sort());
        const others = Object.entries(kept).filter(([name]) => !isOwn(name));
        const all = { ...Object.fromEntries(others), ...computed };
        if (ACCEPTS) writeFileSync(tableOf(path), `${JSON.stringify(all, null, 2)}\n`);
        else assert.deepEqual(kept, all);
      });
    },
  };
}
