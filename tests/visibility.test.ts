// Visibility of a laboratory in its page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { watchVisibility } from "../www/lab/visibility.ts";

test("visibility is reported once the browser knows it, and at each change", ({ mock }) => {
  mock.timers.enable({ apis: ["setInterval"] });
  let observe: (near: boolean) => void = () => {};
  class Observer {
    constructor(tell: (entries: object[]) => void) {
      observe = (isIntersecting) => tell([{ isIntersecting }]);
    }

    observe() {}

    disconnect() {}
  }
  const before = globalThis.IntersectionObserver;
  const page = Object.assign(new EventTarget(), { hidden: false });
  Object.assign(globalThis, { IntersectionObserver: Observer });
  const slide = { visible: true };
  const node = { ownerDocument: page, checkVisibility: () => slide.visible } as unknown as Element;
  const told: boolean[] = [];
  const stay = new AbortController();
  watchVisibility(node, (seen) => told.push(seen), stay.signal);
  mock.timers.tick(1000); // a busy browser
  page.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual(told, [], "nothing is known yet");
  observe(true);
  assert.deepEqual(told, [true]);
  slide.visible = false;
  mock.timers.tick(250);
  assert.deepEqual(told, [true, false]);
  slide.visible = true;
  mock.timers.tick(250);
  page.hidden = true;
  page.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual(told, [true, false, true, false]);
  stay.abort();
  mock.timers.tick(1000);
  Object.assign(globalThis, { IntersectionObserver: before });
});
