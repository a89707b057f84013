// The front page: each card has a small picture of the real simulation. One moves at a time: the
// one under the pointer, or the visible ones in turn.

import { context2d, element } from "./base/dom.js";
import { Palette } from "./base/palette.js";
import { readNumber } from "./base/reading.js";
import { fitCanvas } from "./canvas/fit.js";
import { createSimulation, methods, scenes } from "./engine.js";
import { Clock } from "./lab/clock.js";
import { Message } from "./lab/message.js";
import { Runner, takeSteps } from "./lab/runner.js";
import { offered, optionsOf } from "./lab/show.js";
import { applyChoice, isSupported, isWanted, setWanted } from "./offline-copy.js";
import { SHOWS } from "./scenes/scenes.js";

/** Time that a picture moves before the next one does, in ms. */
const TURN = 5000;

/** Records of all scenes and methods; if they don't load, every card reports it. */
const records = Promise.all([scenes(), methods()]);
records.catch(() => {});

const palette = new Palette();
document.body.append(palette.element);

/** A picture with its simulation and its clock. */
class Card {
  canvas;
  draw;
  #clock;

  /** @param {HTMLCanvasElement} canvas @param {() => void} draw @param {Clock} clock */
  constructor(canvas, draw, clock) {
    this.canvas = canvas;
    this.draw = draw;
    this.#clock = clock;
    clock.visible = false;
  }

  get visible() {
    return this.#clock.visible;
  }

  /** Draws a picture that comes into view; others are not drawn. */
  set visible(visible) {
    this.#clock.visible = visible;
  }

  set moving(/** @type {boolean} */ moving) {
    // the clock draws after every change
    if (moving !== this.#clock.playing) this.#clock.playing = moving;
  }

  redraw() {
    this.#clock.redraw();
  }
}

/** @param {HTMLCanvasElement} canvas */
async function card(canvas) {
  context2d(canvas); // throws before anything moves
  const { scene = "", set = "", start = "0" } = canvas.dataset;
  const values = Object.fromEntries([...new URLSearchParams(set)].map(([key, value]) => [key, readNumber(value)]));
  const module = await SHOWS[scene]();
  const [known, all] = await records;
  const record = known.find(({ id }) => id === scene);
  const able = offered(all, record?.parameters ?? []);
  const own = optionsOf(module, able).map(
    ({ key, default: usual }) => /** @type {const} */ ([key, values[key] ?? usual]),
  );
  const settings = new Map(own);
  const simulation = await createSimulation(
    scene,
    Object.fromEntries(Object.entries(values).filter(([key]) => !settings.has(key))),
  );
  /** @type {Clock | undefined} */
  let clock;
  const show = module.show({
    scene,
    simulation,
    methods: able,
    color: palette.color,
    has: (key) => settings.has(key) || (record?.parameters ?? []).some((parameter) => parameter.key === key),
    get: (key) => settings.get(key) ?? simulation.get(key),
    set: () => false,
    act: () => false,
    method: () => able.find(({ value }) => value === simulation.get("method")),
    timeRate: () => 1,
    free: () => true,
    redraw: () => clock?.redraw(),
    compared: () => [],
    curves: () => [],
    quantities: () => [],
    lay: () => {},
    remove: () => {},
    pause: () => {},
    step: () => {},
    save: () => {},
    origin: () => [],
  });
  const runners = () => show.runners?.() ?? [alone];
  const alone = new Runner(simulation);
  const step = (/** @type {number} */ steps) => takeSteps(runners(), steps, show);
  const [picture] = show.pictures;
  picture.quiet = true;
  // start later, when there is something to see
  step(Math.round(Number(start) / Number(simulation.get("timeStepSize"))));
  const draw = () => {
    const context = fitCanvas(canvas, picture.camera);
    picture.draw(context, undefined);
  };
  const stepSize = () => Number(simulation.get("timeStepSize"));
  clock = new Clock({ stepSize, advance: step, draw });
  return new Card(canvas, draw, clock);
}

/** Moves one card at a time. @param {Card[]} cards */
function takeTurns(cards) {
  let turn = -1;
  /** @type {Card | undefined} */
  let pointed;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const button = element("button", { type: "button", className: "quiet" });
  let resting = still.matches;
  const conduct = () => {
    const visible = cards.filter((card) => card.visible);
    const chosen = pointed?.visible ? pointed : visible[turn % visible.length];
    for (const card of cards) card.moving = card === chosen && !resting && !document.hidden;
    button.textContent = resting ? "Move the pictures" : "Hold the pictures still";
  };
  const next = () => {
    turn += 1;
    conduct();
  };
  button.addEventListener("click", () => {
    resting = !resting;
    conduct();
  });
  still.addEventListener("change", () => {
    resting = still.matches;
    conduct();
  });
  document.querySelector(".cards")?.before(button);
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const card = cards.find(({ canvas }) => canvas === target);
      if (card) card.visible = isIntersecting;
    }
    conduct();
  });
  for (const card of cards) {
    observer.observe(card.canvas);
    const frame = card.canvas.parentElement;
    for (const [event, points] of /** @type {const} */ ([
      ["pointerenter", true],
      ["pointerleave", false],
      ["focusin", true],
      ["focusout", false],
    ])) {
      frame?.addEventListener(event, () => {
        pointed = points ? card : undefined;
        conduct();
      });
    }
  }
  document.addEventListener("visibilitychange", conduct);
  setInterval(next, TURN);
  next();
}

/** A button that turns offline use off and on; its label says what a press does. */
function offlineButton() {
  const button = element("button", { type: "button", className: "quiet" });
  const label = () => {
    button.textContent = isWanted() ? "Do not keep these pages offline" : "Keep these pages offline";
  };
  button.addEventListener("click", () => {
    setWanted(!isWanted());
    label();
    applyChoice();
  });
  label();
  return button;
}

/** The card, or a message on it if its picture does not load. @param {HTMLCanvasElement} canvas */
async function cardOrSentence(canvas) {
  try {
    return [await card(canvas)];
  } catch (error) {
    const message = new Message();
    message.report("picture", error);
    canvas.after(message.element);
    return [];
  }
}

applyChoice();
if (isSupported) document.querySelector("footer")?.append(" · ", offlineButton());

/** Loads and draws the cards, and starts their motion. */
async function begin() {
  const canvases = [...document.querySelectorAll("canvas")];
  const cards = (await Promise.all(canvases.map(cardOrSentence))).flat();
  takeTurns(cards);
  const redraw = () => {
    for (const card of cards) card.redraw();
  };
  palette.follow(redraw);
  addEventListener("resize", redraw);
  // paper is light; no animation frame comes between this event and the print
  const print = (/** @type {boolean} */ printing) => {
    document.documentElement.toggleAttribute("data-printing", printing);
    palette.refresh();
    for (const card of cards) card.draw();
  };
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
}

begin();
