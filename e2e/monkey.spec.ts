// 110 random actions on the pages. `npm run fuzz` does the same for longer.
import { test } from "@playwright/test";
import { fuzz } from "../tests/fuzz/pages.ts";

test("pages go on and show numbers after random input and random addresses", { tag: "@full" }, async ({
  page,
  baseURL,
}) => {
  test.setTimeout(240_000); // for busy machines
  await fuzz(page, String(baseURL), 1, { actions: 110, visit: 10 });
});
