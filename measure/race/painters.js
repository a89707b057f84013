// Frames of the cloth, as contenders of a race: each takes steps, draws all springs, and waits
// until a pixel can be read.
import { Camera } from "../../www/canvas/camera.js";
import { Pixels } from "../../www/canvas/pixels.js";
import { projectAll } from "../../www/canvas/projection.js";
import { drawSegments, PLAIN, sideOf } from "../../www/canvas/spring-strokes.js";
import { CLOTH, createCloth as ofObjects } from "./objects.js";
import { CALL } from "./race.js";

/** @import { Simulation } from "../../www/types.js" */
/** @import { Contender } from "./race.js" */

/** Size of the picture in px; the cloth fills it. */
export const PICTURE = { width: 900, height: 600 };

/** Converts a race's time, in ns per step, to ms per frame. @param {number} time */
export const ofFrame = (time) => (time * CALL) / 1e6;

/** @type {Record<string, string>} */
const COLORS = { "--muted": "rgb(88, 96, 110)", "--accent": "rgb(47, 111, 192)" };
const color = (/** @type {string} */ property) => COLORS[property];

/**
 * Draws a cloth.
 * @template T
 * @callback Draw
 * @param {CanvasRenderingContext2D} context
 * @param {T} cloth
 * @param {Camera} camera
 * @param {number} side  of a mass in px, 0 if masses are not drawn
 * @returns {void}
 */

/** @type {Draw<ReturnType<typeof ofObjects>>} */
function strokeEach(context, { links, particles }, camera, side) {
  context.strokeStyle = COLORS["--muted"];
  context.lineWidth = PLAIN[0].width;
  for (const { a, b } of links) {
    context.beginPath();
    context.moveTo(...camera.project([a.x, a.y, 0]));
    context.lineTo(...camera.project([b.x, b.y, 0]));
    context.stroke();
  }
  if (side === 0) return;
  context.fillStyle = COLORS["--accent"];
  for (const particle of particles) {
    if (!particle.free) continue;
    const [x, y] = camera.project([particle.x, particle.y, 0]);
    context.fillRect(x - side / 2, y - side / 2, side, side);
  }
}

/** Draws with strokes of many springs each; constants are read once. @returns {Draw<Simulation>} */
function strokes() {
  /** @type {{ ends: Uint32Array, free: number[], places: Float64Array } | undefined} */
  let net;
  return (context, cloth, camera, side) => {
    net ??= read(cloth);
    const { ends, free, places } = net;
    projectAll(camera, cloth.positions, places);
    drawSegments(context, color, PLAIN, ends, places);
    if (side === 0) return;
    context.fillStyle = COLORS["--accent"];
    for (const i of free) context.fillRect(places[2 * i] - side / 2, places[2 * i + 1] - side / 2, side, side);
  };
}

/** @param {Simulation} cloth */
function read({ positions, system: { springs, fixed } }) {
  const all = Array.from({ length: positions.length / 3 }, (_, i) => i);
  return {
    ends: springs,
    free: all.filter((i) => !fixed.includes(i)),
    places: new Float64Array(2 * all.length),
  };
}

/** Draws with pixels from the engine. @returns {Draw<Simulation>} */
function pixels() {
  const pixels = new Pixels();
  return (context, simulation, camera, side) => {
    const { positions } = simulation;
    pixels.draw(context, camera, { simulation, positions, color, kinds: PLAIN, side }, true);
  };
}

/**
 * A contender whose call of `step` takes steps and then draws the cloth.
 * @template {{ step: (steps: number) => void, free?: () => void }} T
 * @param {T} cloth @param {[number, number]} size @param {Draw<T>} draw
 */
function framed(cloth, [columns, rows], draw) {
  const [across, down] = [columns - 1, rows - 1].map((gaps) => CLOTH.spacing * gaps);
  const camera = new Camera({ left: 0, right: across, bottom: -down, top: 0 });
  camera.resize(PICTURE.width, PICTURE.height);
  const side = sideOf(CLOTH.spacing * camera.scale);
  const canvas = new OffscreenCanvas(PICTURE.width, PICTURE.height);
  // without this option, browsers stop using the graphics processor after some readbacks
  const context = /** @type {CanvasRenderingContext2D} */ (
    /** @type {unknown} */ (canvas.getContext("2d", { willReadFrequently: false }))
  );
  return {
    springs: 1,
    canvas,
    step: (/** @type {number} */ steps) => {
      cloth.step(steps);
      context.clearRect(0, 0, canvas.width, canvas.height);
      draw(context, cloth, camera, side);
      context.getImageData(0, 0, 1, 1);
    },
    free: () => cloth.free?.(),
  };
}

/**
 * Programs that move and draw a cloth: a call of `step` is a frame.
 * @param {typeof import("../../www/engine.js").createSimulation} createSimulation
 * @returns {Contender[]}
 */
export function painters(createSimulation) {
  const engine = (/** @type {string} */ name, /** @type {() => Draw<Simulation>} */ how) => ({
    name,
    create: async (/** @type {number} */ width, /** @type {number} */ height, /** @type {number} */ timeStepSize) => {
      const parameters = { width, height, timeStepSize, substeps: 1 };
      return framed(await createSimulation("cloth", parameters), [width, height], how());
    },
  });
  return [
    {
      name: "an object a particle, one stroke a spring",
      create: (width, height, h) => framed(ofObjects(width, height, h), [width, height], strokeEach),
    },
    engine("engine, strokes of a hundred springs", strokes),
    engine("engine, pixels", pixels),
  ];
}
