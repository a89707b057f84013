// The element where there is no document.
import assert from "node:assert/strict";
import { test } from "node:test";

test("it can be imported without a document, as a server does, and defines nothing there", async () => {
  const { SpringLab } = await import(`${new URL("../dist/lib/spring-lab.js", import.meta.url)}`);
  assert.equal(typeof SpringLab, "function");
  assert.equal(globalThis.customElements, undefined);
});
