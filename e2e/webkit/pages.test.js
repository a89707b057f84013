// The pages in WebKit, as a user has them: keys, mouse, live links and files. The other engines' tests look at all else.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PAGES } from "../../tools/pages.js";
import { handOver, pixels } from "../in-page.js";
import { Key, Window } from "./browser.js";

/** @import { SpringLab } from "../../www/spring-lab.js" */

/** @type {Window} */
let page;

before(async () => {
  page = await Window.open();
});

after(() => page?.close());

/** A value of the first laboratory's simulation. @param {string} name @returns {Promise<any>} */
function read(name) {
  return page.ask((name) => {
    const { simulation } = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    const value = Reflect.get(/** @type {object} */ (simulation), name);
    return ArrayBuffer.isView(value) ? Array.from(/** @type {Float64Array} */ (value)) : value;
  }, name);
}

/** Waits until the simulated time is beyond one in s. @param {number} time */
const beyond = (time) =>
  page.until((time) => {
    const { simulation } = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    return simulation && simulation.time > time;
  }, time);

/** Waits until the simulated time is one in s, to the bit. @param {number} time */
const back = (time) =>
  page.until((time) => {
    const { simulation } = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    return simulation?.time === time;
  }, time);

/** What a button of the first laboratory hands over as a file. @param {string} text  on the button */
async function saved(text) {
  const { name, data } = await page.ask(handOver, text);
  return { name, bytes: Buffer.from(data.split(",")[1], "base64") };
}

for (const { path, name } of PAGES) {
  test(`${name}: runs, pauses, goes on and back by keys`, async () => {
    await page.goTo(path);
    const still = name === "Pair";
    if (!still) {
      await beyond(0.1);
      await page.press(" ");
      await page.until(() => /Resume|Run/.test(document.querySelector("spring-lab")?.shadowRoot?.textContent ?? ""));
    }
    const time = await read("time");
    await page.press("s");
    await beyond(time);
    await page.press("b");
    await back(time);
    await page.press("r");
    await back(0);
    assert.deepEqual(await page.errors(), []);
    assert.equal(
      await page.ask(
        () => document.querySelector("spring-lab")?.shadowRoot?.querySelector("[role=alert]")?.textContent,
      ),
      "",
    );
  });

  test(`${name}: its controls, links and files work`, async () => {
    await page.goTo(path);
    // a slider by the keyboard: the value, and the address with it
    const before = await page.ask(() => {
      const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
      const input = /** @type {HTMLInputElement} */ (lab.shadowRoot?.querySelector(".controls input[type=range]"));
      input.focus();
      return lab.parameters.map(({ key }) => lab.get(key));
    });
    await page.press(Key.ARROW_RIGHT);
    await page.until((before) => {
      const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
      return location.search !== "" && lab.parameters.some(({ key }, i) => lab.get(key) !== before[i]);
    }, before);
    // an experiment's link: what it names is set, on the page that is open
    const wanted = await page.ask(() => {
      Object.assign(window, { here: true });
      const link = /** @type {HTMLAnchorElement} */ (document.querySelector("#try a[data-lab]"));
      link.click();
      return [...new URLSearchParams(link.search)];
    });
    await page.until((wanted) => {
      const labs = /** @type {SpringLab[]} */ ([...document.querySelectorAll("spring-lab")]);
      const orders = ["restart", "run-to"];
      const set = (/** @type {string[]} */ [name, text]) => {
        const [key, id] = name.split(".").reverse();
        if (orders.includes(key)) return true;
        return labs.some((lab) => (!id || lab.id === id) && String(lab.get(key)) === text);
      };
      return Reflect.get(window, "here") && wanted.every(set);
    }, wanted);
    // a file with numbers
    const csv = await saved("CSV");
    const rows = csv.bytes
      .toString()
      .split("\n")
      .filter((line) => line && !line.startsWith("#"));
    assert.match(rows[0], /^time \[s\],/);
    assert.ok(
      rows.slice(1).every((row) => row.split(",").every((number) => Number.isFinite(Number(number)))),
      rows[1],
    );
    assert.deepEqual(await page.errors(), []);
  });
}

// the one mass, and that in the middle of five
for (const { name, path } of [
  { name: "Damper", path: "www/damper.html" },
  { name: "Cloth", path: "www/cloth.html?width=3&height=3&fixedParticles=4" },
]) {
  test(`${name}: a mass goes with the mouse, and on when it is let go`, async () => {
    await page.goTo(path);
    await page.press(" ");
    await page.press("r");
    await back(0);
    const before = await read("positions");
    const { count, x, y } = await page.ask(pixels, /** @type {const} */ ([0, "--accent", 0]));
    assert.ok(count > 10, `${count} pixels of the masses`);
    await page.hold([x, y], [x - 40, y - 30]);
    const held = await read("positions");
    const moved = before.filter((/** @type {number} */ value, /** @type {number} */ i) => value !== held[i]);
    assert.equal(moved.length, 2, "one mass, to the side and up");
    await page.letGo();
    await page.press("s");
    await beyond(0);
    assert.notDeepEqual(await read("positions"), held);
    assert.deepEqual(await page.errors(), []);
  });
}

test("an explosion is told, and a press of R runs it again", async () => {
  await page.goTo("www/cloth.html?damping=15&method=symplectic-euler&timeStepSize=0.005");
  const told = () =>
    page.ask(() => document.querySelector("spring-lab")?.shadowRoot?.querySelector("[role=alert]")?.textContent);
  await page.until(() => document.querySelector("spring-lab")?.shadowRoot?.querySelector("[role=alert]")?.textContent);
  assert.match(String(await told()), /^The run stopped/);
  assert.ok((await read("positions")).every(Number.isFinite));
  await page.press("r");
  await page.until(() => !document.querySelector("spring-lab")?.shadowRoot?.querySelector("[role=alert]")?.textContent);
  await beyond(0.1);
  assert.deepEqual(await page.errors(), []);
});

test("the picture becomes a file", async () => {
  await page.goTo("www/damper.html");
  const { name, bytes } = await saved("PNG");
  assert.equal(name, "springlab-damper.png");
  assert.equal(bytes.subarray(1, 4).toString(), "PNG");
});

test("fills the screen by F and leaves it by F", async () => {
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
  assert.deepEqual(await page.errors(), []);
});
