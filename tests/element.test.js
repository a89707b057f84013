// The element where there is no page.
import assert from "node:assert/strict";
import { test } from "node:test";

test("can be imported where a server makes pages, and does nothing there", async () => {
  const { SpringLab } = await import(`${new URL("../dist/lib/spring-lab.js", import.meta.url)}`);
  assert.equal(typeof SpringLab, "function");
  assert.equal(globalThis.customElements, undefined);
});
