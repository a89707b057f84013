// The script of a page: its address, its links, and its Share button.
import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";
import { setTimeout as settle } from "node:timers/promises";
import { frame, until } from "./dom.ts";
import "./laboratory.ts";
import type { SpringLab } from "../www/spring-lab.ts";

// nothing is kept offline
register(
  `data:text/javascript,${encodeURIComponent(`
    export function resolve(specifier, context, next) {
      if (!specifier.endsWith("/offline-copy.ts")) return next(specifier, context);
      return { url: "data:text/javascript,export function applyChoice() {}", shortCircuit: true };
    }
  `)}`,
);

let count = 0;

/** Opens a page at an address. */
async function open(html: string, search: string, path: string = "/page.html") {
  document.body.innerHTML = html;
  const address = new URL(`http://localhost${path}${search}`);
  Object.assign(globalThis, {
    location: address,
    innerHeight: 800,
    history: {
      replaceState: (_: unknown, __: unknown, path: string) => {
        address.href = new URL(path, address).href;
      },
    },
  });
  count += 1;
  await import(`../www/page.ts?${count}`);
  const labs = [...document.querySelectorAll("spring-lab")] as SpringLab[];
  for (const lab of labs) await lab.open();
  return {
    labs,
    address,
    alert: (lab: SpringLab) => lab.shadowRoot?.querySelector("[role=alert]")?.textContent,
    close: () => document.body.replaceChildren(),
  };
}

/** Lets a link's promises settle, and frames pass. */
async function passed(frames: number = 2) {
  await settle(10);
  for (let number = 0; number < frames; number++) frame();
}

const DAMPER = '<spring-lab scene="damper" paused></spring-lab>';

test("a change is written into an address whose path begins with two slashes", async () => {
  const { labs, address, close } = await open(DAMPER, "?v=7#top", "//www/page.html");
  labs[0].set("damping", 2);
  frame(400);
  assert.equal(address.href, "http://localhost//www/page.html?v=7&damping=2#top");
  close();
});

test("bad keys and values in an address are named by the laboratory that they are for, and foreign keys stay", async () => {
  const query = "?timeStepsize2=1&v=7&decay.timeStepSize=-1&decay.method=frog&decay.timeRate=99&rotation.inside=maybe";
  const both =
    '<spring-lab id="decay" scene="decay"></spring-lab><spring-lab id="rotation" scene="rotation"></spring-lab>';
  const { labs, address, alert, close } = await open(both, query);
  const [decay, rotation] = labs;
  for (const sentence of [
    /There is no parameter "timeStepsize2"; known: (\w+, )+\w+\./,
    /Time step size Δt must be a number from 0\.000001 to [\d.]+ s; -1 was given\./,
    /Time integration method must be one of .+; "frog" was given\./,
    /Speed must be a number from 0.01 to 10 ×; 99 was given\./,
  ]) {
    assert.match(String(alert(decay)), sentence);
  }
  assert.equal(alert(rotation), 'Inside a step must be one of off, space, phase; "maybe" was given.');
  decay.set("timeRate", 0.5);
  frame(400);
  assert.equal(address.search, "?timeStepsize2=1&v=7&decay.timeRate=0.5");
  close();
});

test("refused runs leave the address", async () => {
  const { labs, address, alert, close } = await open(DAMPER, "?compare=rk5");
  await passed();
  assert.match(String(alert(labs[0])), /"rk5" was given/);
  frame(400);
  assert.equal(address.search, "");
  close();
});

test("the address carries what differs from the defaults, once all rests, and gives it back", async () => {
  const { labs, address, close } = await open(DAMPER, "?Stiffness=8,0&method=runge-kutta-4");
  const [lab] = labs;
  assert.deepEqual([lab.get("stiffness"), lab.get("method")], [8, "runge-kutta-4"]);
  lab.set("damping", 0.5);
  lab.set("stiffness", 5);
  assert.equal(address.search, "?Stiffness=8,0&method=runge-kutta-4", "not while a slider moves");
  frame(400);
  assert.equal(address.search, "?damping=0.5&method=runge-kutta-4");
  close();
  const again = await open(DAMPER, address.search);
  assert.deepEqual([again.labs[0].get("damping"), again.labs[0].get("method")], [0.5, "runge-kutta-4"]);
  again.labs[0].reset();
  frame(400);
  assert.equal(again.address.search, "");
  again.close();
});

test("a link runs to a time and pauses there, in place and in a new page, and Set back undoes it", async () => {
  const link = '<a href="?damping=2&restart&run-to=0.3" data-lab="damper">much <b>damping</b></a>';
  const numbers =
    '<i data-number="damping">so much</i> <u data-number="time">then</u> <b data-number="damping-ratio">ratio</b> <s data-number="nothing">as was</s>';
  const { labs, close } = await open(`<p>${link}</p><p id="numbers">${numbers}</p>${DAMPER}`, "");
  const [lab] = labs;
  lab.set("stiffness", 8);
  lab.play();
  document
    .querySelector("b")
    ?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true }));
  await passed(40);
  assert.deepEqual([lab.get("damping"), lab.get("stiffness"), lab.playing], [2, 5, false]);
  assert.ok(Math.abs(Number(lab.time) - 0.3) < 1e-9);
  assert.equal(document.getElementById("numbers")?.textContent, "2 N·s/m 0.30 s 0.632 as was");
  const bar = document.querySelector("p")?.lastElementChild as HTMLElement;
  assert.equal(bar.shadowRoot?.querySelector("[role=status]")?.textContent, "Set: much damping");
  bar.shadowRoot?.querySelector("button")?.click();
  assert.deepEqual([lab.get("damping"), lab.get("stiffness"), lab.playing, bar.hidden], [0, 8, true, true]);
  close();
  const page = await open(DAMPER, "?damping=2&restart&run-to=0.2");
  for (let frames = 0; frames < 30; frames++) frame();
  assert.ok(Math.abs(Number(page.labs[0].time) - 0.2) < 1e-9);
  assert.equal(page.labs[0].playing, false);
  page.close();
  const soon = await open(DAMPER, "?run-to=soon");
  assert.equal(soon.alert(soon.labs[0]), 'The time to run to must be a number from 0 to 10000 s; "soon" was given.');
  soon.close();
});

test("Share copies the link, and shows it where the browser does not copy", async () => {
  const { labs, close } = await open(DAMPER, "");
  const [lab] = labs;
  lab.set("damping", 2);
  const share = lab.querySelector("button.share") as HTMLElement;
  const copied: string[] = [];
  const give = (clipboard: object | undefined) =>
    Object.defineProperty(globalThis, "navigator", { value: { clipboard }, configurable: true });
  give({ writeText: async (text: string) => copied.push(text) });
  share.click();
  await settle(5);
  assert.deepEqual([copied, share.textContent], [["http://localhost/page.html?damping=2"], "Link copied"]);
  give(undefined);
  share.click();
  await settle(5);
  const field = lab.querySelector("[aria-label='Link to copy']") as HTMLInputElement;
  assert.equal(field.value, "http://localhost/page.html?damping=2");
  close();
});

test("Share this moment copies a time to run to or the moment, and saves one that is too large for a link", async () => {
  const copied: string[] = [];
  const clipboard = { writeText: async (text: string) => copied.push(text) };
  Object.defineProperty(globalThis, "navigator", { value: { clipboard }, configurable: true });
  const share = async (lab: SpringLab) => {
    const button = lab.querySelectorAll("button.share")[1] as HTMLElement;
    button.click();
    const done = () =>
      [button, lab.querySelector(".shared")].some((node) => /copied|saved/.test(String(node?.textContent)));
    await until(done, () => {});
    button.textContent = "";
  };
  const { labs, close } = await open(DAMPER, "");
  const [lab] = labs;
  lab.pause();
  lab.restart();
  lab.set("damping", 2);
  lab.step();
  await share(lab);
  lab.simulation?.hand.setVelocity(1, 1, 0, 0);
  await share(lab);
  assert.equal(copied[0], "http://localhost/page.html?damping=2&run-to=0.01");
  assert.match(copied[1], /^http:\/\/localhost\/page\.html\?moment=[\w-]{300,900}$/);
  const before = lab.moment();
  close();
  const page = await open(DAMPER, new URL(copied[1]).search);
  await until(
    () => page.labs[0].time !== 0,
    () => {},
  );
  assert.deepEqual(page.labs[0].moment(), before);
  page.close();
  const cloth = await open('<spring-lab id="swing" scene="cloth" loading="eager"></spring-lab>', "");
  cloth.labs[0].simulation?.hand.setVelocity(1, 1, 0, 0);
  await share(cloth.labs[0]);
  assert.equal(cloth.labs[0].querySelector(".shared")?.textContent, "Too large for a link: saved as a file.");
  assert.equal(copied.length, 2);
  cloth.close();
});
