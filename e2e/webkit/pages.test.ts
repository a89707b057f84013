// The pages in WebKit by keys, mouse and live links. Everything else is tested in the other
// engines.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PAGES } from "../../tools/pages.js";
import type { SpringLab } from "../../www/spring-lab.ts";
import { handOver, pixels } from "../in-page.ts";
import { Key, Window } from "./browser.ts";

let page: Window;

before(async () => {
  page = await Window.open();
});

after(() => page?.close());

/** Value of the first laboratory's simulation. */
function read(name: string): Promise<any> {
  return page.ask((name) => {
    const { simulation } = document.querySelector("spring-lab") as SpringLab;
    const value = Reflect.get(simulation as object, name);
    return ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
  }, name);
}

/** Waits until the simulated time is beyond one in s. */
const beyond = (time: number) =>
  page.until((time) => {
    const { simulation } = document.querySelector("spring-lab") as SpringLab;
    return simulation && simulation.time > time;
  }, time);

/** Waits until the simulated time is one in s, to the bit. */
const back = (time: number) =>
  page.until((time) => {
    const { simulation } = document.querySelector("spring-lab") as SpringLab;
    return simulation?.time === time;
  }, time);

/** Text of the first laboratory's alert. */
const alert = (): Promise<string | null | undefined> =>
  page.ask(() => document.querySelector("spring-lab")?.shadowRoot?.querySelector("[role=alert]")?.textContent);

/** File that a button of the first laboratory saves. @param text  on the button */
async function saved(text: string) {
  const { name, data } = await page.ask(handOver, text);
  return { name, bytes: Buffer.from(data.split(",")[1], "base64") };
}

test("every page takes a step and reports nothing", async () => {
  for (const { path, name } of PAGES) {
    await page.goTo(path);
    const time = await read("time");
    await page.press("s");
    await beyond(time);
    assert.deepEqual(await page.errors(), [], name);
    assert.equal(await alert(), "", name);
  }
});

test("keys pause the damper, take a step, go back and restart", async () => {
  await page.goTo("www/damper.html");
  await beyond(0.1);
  await page.press(" ");
  await page.until(() => /Resume/.test(document.querySelector("spring-lab")?.shadowRoot?.textContent ?? ""));
  const time = await read("time");
  await page.press("s");
  await beyond(time);
  await page.press("b");
  await back(time);
  await page.press("r");
  await back(0);
});

test("a slider sets a value and the address, and a live link sets what it names", async () => {
  await page.goTo("www/damper.html");
  const before = await page.ask(() => {
    const lab = document.querySelector("spring-lab") as SpringLab;
    const input = lab.shadowRoot?.querySelector(".controls input[type=range]") as HTMLInputElement;
    input.focus();
    return lab.parameters.map(({ key }) => lab.get(key));
  });
  await page.press(Key.ARROW_RIGHT);
  await page.until((before) => {
    const lab = document.querySelector("spring-lab") as SpringLab;
    return location.search !== "" && lab.parameters.some(({ key }, i) => lab.get(key) !== before[i]);
  }, before);
  const wanted = await page.ask(() => {
    Object.assign(window, { here: true });
    const link = document.querySelector("#try a[data-lab]") as HTMLAnchorElement;
    link.click();
    return [...new URLSearchParams(link.search)].filter(([key]) => !["restart", "run-to"].includes(key));
  });
  assert.ok(wanted.length > 0);
  await page.until((wanted) => {
    const lab = document.querySelector("spring-lab") as SpringLab;
    return Reflect.get(window, "here") && wanted.every(([key, text]) => String(lab.get(key)) === text);
  }, wanted);
});

test("numbers and picture are saved as files", async () => {
  await page.goTo("www/damper.html");
  const csv = await saved("CSV");
  const rows = csv.bytes
    .toString()
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  assert.match(rows[0], /^time \[s\],/);
  assert.ok(rows.slice(1).every((row) => row.split(",").every((number) => Number.isFinite(Number(number)))));
  const png = await saved("PNG");
  assert.equal(png.name, "springlab-damper.png");
  assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
});

test("the mouse drags one mass of a cloth, and it moves on when it is released", async () => {
  await page.goTo("www/cloth.html?width=3&height=3&fixedParticles=4&strain=off");
  await page.press(" ");
  await page.press("r");
  await back(0);
  const before = await read("positions");
  const { count, x, y } = await page.ask(pixels, [0, "--accent", 0] as const);
  assert.ok(count > 10, `${count} pixels of the masses`);
  await page.hold([x, y], [x - 40, y - 30]);
  const held = await read("positions");
  const moved = before.filter((value: number, i: number) => value !== held[i]);
  assert.equal(moved.length, 2, "coordinates of one mass, to the side and up");
  await page.letGo();
  await page.press("s");
  await beyond(0);
  assert.notDeepEqual(await read("positions"), held);
});

test("an explosion is reported, and R runs the cloth again", async () => {
  await page.goTo("www/cloth.html?damping=15&method=symplectic-euler&timeStepSize=0.005");
  await page.until(() => document.querySelector("spring-lab")?.shadowRoot?.querySelector("[role=alert]")?.textContent);
  assert.match(String(await alert()), /^The run stopped/);
  assert.ok((await read("positions")).every(Number.isFinite));
  await page.press("r");
  await page.until(() => !document.querySelector("spring-lab")?.shadowRoot?.querySelector("[role=alert]")?.textContent);
  await beyond(0.1);
  assert.deepEqual(await page.errors(), []);
});

test("F fills the screen and leaves it", async () => {
  await page.goTo("www/damper.html");
  const width = () =>
    page.ask(() => document.querySelector("spring-lab")?.shadowRoot?.querySelector("canvas")?.clientWidth ?? 0);
  const small = await width();
  await page.press("f");
  await page.until(
    (small) => (document.querySelector("spring-lab")?.shadowRoot?.querySelector("canvas")?.clientWidth ?? 0) > small,
    small,
  );
  await page.press("f");
  await page.until(
    (small) => document.querySelector("spring-lab")?.shadowRoot?.querySelector("canvas")?.clientWidth === small,
    small,
  );
});

test("after one visit a page runs without a network", async () => {
  await page.visit("www/verlet.html");
  await page.until(() => navigator.serviceWorker.controller?.state === "activated");
  await page.disconnect();
  await assert.rejects(
    page.ask(() => fetch("/address-without-a-file")),
    "there is no network",
  );
  await page.goTo("www/drape.html");
  const time = await read("time");
  await page.press("s");
  await beyond(time);
  assert.deepEqual(await page.errors(), []);
});
