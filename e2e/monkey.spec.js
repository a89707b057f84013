// A moment of what `npm run fuzz` does for longer.
import { test } from "@playwright/test";
import { fuzz } from "../tests/fuzz/pages.js";

test("whatever is clicked, typed, pressed and dragged, and whatever the address says, pages go on and show numbers", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(240_000); // a busy machine makes it slow and not wrong
  await fuzz(page, String(baseURL), 1, { actions: 110, visit: 10 });
});
