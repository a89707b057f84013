// The picture of a rope or a cloth of links, optionally next to the same one with other links.
import { cleaned, significant } from "../../base/format.ts";
import { vector } from "../../base/vectors.ts";
import { Camera } from "../../canvas/camera.ts";
import { describeWind, drawFlag } from "../../canvas/flag.ts";
import { drawObstacles } from "../../canvas/obstacles.ts";
import { projectAll } from "../../canvas/projection.ts";
import type { Point } from "../../canvas/shapes.ts";
import { disc, grid, haloed, LABEL, scaleBar } from "../../canvas/shapes.ts";
import { drawSegments } from "../../canvas/spring-strokes.ts";
import type { Modes } from "../../instruments/modes.ts";
import type { Simulation } from "../../types.ts";

/** Names and styles of links: rods thick, strings thin, springs dashed. */
const LINKS: Record<string, { name: string; width: number; dash: number[] }> = {
  fixed: { name: "rods", width: 2.4, dash: [] },
  maximum: { name: "strings", width: 1.2, dash: [] },
  springs: { name: "springs", width: 2, dash: [4, 2] },
};

/** Style of the chosen link. */
const CHOSEN = [{ color: "--accent", width: 6 }];

/** Most rows and columns whose links are all drawn; a larger cloth shows every second, third, … */
const MAX_ROWS = 60;

/** Distance from a link that counts as on it, in px: mouse, soft tip of a finger. */
const REACH = { mouse: 14, touch: 30 };

/** Radius of a held particle in px; of others the largest in px, and as a fraction of a link. */
const RADIUS = { held: 7, most: 4.5, part: 0.22 };

export class VerletPicture {
  camera = new Camera({ left: 0, right: 1, bottom: 0, top: 1 });
  label = "Rope or cloth of links. Arrow keys move the particle at the end of the chosen link.";
  dense = true;
  simulation;
  /** Index of the chosen link. */
  link: number | undefined;
  #scenes;
  #color;
  #cut;
  #modes;
  /** The camera's frame, as JSON. */
  #frame = "";
  /** Direction of gravity for which the frame was set, in °. */
  #direction = 0;
  /** Distance from one scene to the next, in m. */
  #shift = 0;
  /** Length of a link, in m. */
  #length = 0;

  /**
   * @param scenes  one, or two side by side
   * @param color  gives the colour of a custom property
   * @param cut  cuts a link
   * @param modes  one of which may be played
   */
  constructor(
    scenes: () => Simulation[],
    color: (property: string) => string,
    cut: (link: number) => void,
    modes: Modes,
  ) {
    this.#scenes = scenes;
    this.#color = color;
    this.#cut = cut;
    this.#modes = modes;
    this.simulation = new Hands(scenes, () => this.#shift);
    this.restart();
  }

  /** Adapts to a restarted scene; sets the camera only if its frame has changed. */
  restart() {
    const scenes = this.#scenes();
    const { positions } = scenes[0];
    const { linkLengths, restLengths } = scenes[0].system;
    this.#length = linkLengths[0] ?? restLengths[0];
    let width = 0;
    let height = 0;
    for (let i = 0; i < positions.length; i += 3) {
      width = Math.max(width, positions[i]);
      height = Math.max(height, -positions[i + 1]);
    }
    // a rope swings its whole length to both sides, a cloth is held at two corners
    const side = height > 0 ? 0.3 * width : 1.06 * width;
    this.#shift = 1.2 * width;
    this.#direction = Number(scenes[0].get("gravityDirection"));
    const angle = (Math.PI / 180) * this.#direction;
    // the scene hangs from its fixed ends in the direction of gravity
    const [across, up] = [Math.sin(angle), -Math.cos(angle)].map(
      (part) => part * (height > 0 ? 1.2 * height : 1.1 * width),
    );
    const aside = 0.1 * width;
    const frame = {
      left: Math.min(-side, across - aside),
      right:
        Math.max(width + Math.min(side, 0.3 * width), across + (height > 0 ? width : 0) + aside) +
        (scenes.length - 1) * this.#shift,
      bottom: -Math.max(1.25 * width, 1.1 * height + 0.55 * width),
      top: Math.max(0.2 * width, up + aside),
    };
    const text = JSON.stringify(frame);
    if (text !== this.#frame) this.camera.reframe(frame);
    this.#frame = text;
  }

  movable() {
    return Array(this.#modes.playing ? 0 : this.simulation.positions.length / 3).keys();
  }

  /** Second particle of the chosen link; the last particle of all if no link is chosen. */
  chosen() {
    const [scene] = this.#scenes();
    return pairs(scene)[2 * (this.link ?? Number.NaN) + 1] ?? scene.positions.length / 3 - 1;
  }

  /** Cuts the nearest link in reach. @param kind  of the pointer */
  click(at: Point, kind: string) {
    let nearest: number | undefined;
    let reach = kind === "mouse" ? REACH.mouse : REACH.touch;
    for (const [place, scene] of this.#scenes().entries()) {
      const points = this.#points(scene, place);
      const ends = pairs(scene);
      for (let link = 0; 2 * link < ends.length; link++) {
        const distance = toSegment(at, points[ends[2 * link]], points[ends[2 * link + 1]]);
        if (distance <= reach) {
          nearest = link;
          reach = distance;
        }
      }
    }
    if (nearest !== undefined) this.#cut(nearest);
  }

  /** Cuts all links that a stroke crosses. */
  swipe(from: Point, to: Point) {
    const crossed: Set<number> = new Set();
    for (const [place, scene] of this.#scenes().entries()) {
      const points = this.#points(scene, place);
      const ends = pairs(scene);
      for (let link = 0; 2 * link < ends.length; link++) {
        if (cross(from, to, points[ends[2 * link]], points[ends[2 * link + 1]])) crossed.add(link);
      }
    }
    // in descending order: when a link is cut, the last link takes its number
    for (const link of [...crossed].sort((a, b) => b - a)) this.#cut(link);
  }

  /**
   * Positions of a scene's particles in the picture, x and y in px.
   * @param place  0 on the left, 1 on the right
   */
  #places(scene: Simulation, place: number) {
    const positions = this.#modes.positions(scene);
    const places = new Float64Array((2 * positions.length) / 3);
    projectAll(this.camera, positions, places);
    const aside = place * this.#shift * this.camera.scale;
    for (let i = 0; i < places.length; i += 2) places[i] += aside;
    return places;
  }

  /** Positions as in `#places`, but as points. */
  #points(scene: Simulation, place: number) {
    const places = this.#places(scene, place);
    return Array.from({ length: places.length / 2 }, (_, i) => pointAt(places, i));
  }

  draw(context: CanvasRenderingContext2D, held: number | undefined) {
    const { camera } = this;
    const scenes = this.#scenes();
    if (Number(scenes[0].get("gravityDirection")) !== this.#direction) this.restart();
    const [line, edge, muted] = ["--line", "--edge", "--muted"].map(this.#color);
    grid(context, camera, { line, axis: edge, text: muted });
    for (const [place, { system }] of scenes.entries()) {
      drawObstacles(context, camera, system.obstacles, this.#color, place * this.#shift);
    }
    context.strokeStyle = context.fillStyle = muted;
    scaleBar(context, camera);
    drawFlag(context, camera, scenes[0], this.#color);
    for (const [place, scene] of scenes.entries()) this.#draw(context, scene, place, held);
  }

  #draw(context: CanvasRenderingContext2D, scene: Simulation, place: number, held: number | undefined) {
    const places = this.#places(scene, place);
    const ends = pairs(scene);
    const threads = thinned(ends, scene);
    const { name, width, dash } = LINKS[String(scene.get("links"))];
    const most = 0.3 * this.#length * this.camera.scale;
    context.setLineDash(dash);
    drawSegments(context, this.#color, [{ color: "--ink", width: Math.min(width, most) }], threads, places);
    context.setLineDash([]);
    if (this.link !== undefined) {
      drawSegments(context, this.#color, CHOSEN, ends.subarray(2 * this.link, 2 * this.link + 2), places);
    }
    this.#particles(context, places, scene.system.fixed, held === undefined ? held : held % (places.length / 2));
    const [x, y] = this.camera.project([place * this.#shift, 0, 0]);
    context.font = LABEL;
    context.textAlign = "left";
    context.fillStyle = this.#color("--muted");
    haloed(context, name, [x + 10, y - 14], this.#color("--panel"));
  }

  /** Draws fixed particles as squares, others as discs if there is space, and a held one larger. */
  #particles(context: CanvasRenderingContext2D, places: Float64Array, fixed: Uint32Array, held: number | undefined) {
    const length = this.#length * this.camera.scale;
    const radius = Math.min(RADIUS.part * length, RADIUS.most);
    context.fillStyle = this.#color("--accent");
    if (radius > 1.5) {
      context.beginPath();
      for (let i = 0; i < places.length; i += 2) {
        context.moveTo(places[i] + radius, places[i + 1]);
        context.arc(places[i], places[i + 1], radius, 0, 2 * Math.PI);
      }
      context.fill();
    }
    context.lineWidth = 2;
    context.strokeStyle = this.#color("--panel");
    if (held !== undefined) disc(context, pointAt(places, held), RADIUS.held);
    context.fillStyle = this.#color("--ink");
    for (const i of fixed) {
      const [x, y] = pointAt(places, i);
      context.fillRect(x - 5, y - 5, 10, 10);
    }
  }

  describe(held: number | undefined) {
    const [scene, other] = this.#scenes();
    const { positions } = scene;
    const { stretch } = scene.system;
    const count = positions.length / 3;
    const kind = (of: Simulation) => LINKS[String(of.get("links"))].name;
    const what = `${scene.get("shape") === "cloth" ? "Cloth" : "Rope"} of ${count} particles with ${pairs(scene).length / 2} links (${kind(scene)})`;
    const beside = other ? `, beside it one with ${kind(other)}` : "";
    const chosen = this.chosen();
    const [x, y] = vector(positions, chosen).map(significant);
    const longer = `The links are ${significant(cleaned(Math.abs(100 * stretch), 100))} % ${stretch < 0 ? "shorter" : "longer"} than they should be.`;
    const hand = held === undefined ? "" : ` Particle ${held % count} is held.`;
    const played = this.#modes.playing ? " The picture plays a mode instead." : "";
    const wind = describeWind(scene);
    return `${what}${beside}. ${longer} Particle ${chosen} is at x = ${x} m, y = ${y} m.${hand}${played} ${wind}`.trim();
  }
}

/** Particles of all scenes. The second scene's numbers follow those of the first. */
class Hands {
  #scenes;
  #shift;

  /** @param shift  from one to the next, in m */
  constructor(scenes: () => Simulation[], shift: () => number) {
    this.#scenes = scenes;
    this.#shift = shift;
  }

  get hand() {
    return this;
  }

  get positions() {
    const [{ positions }, other] = this.#scenes();
    if (!other) return positions;
    const all = new Float64Array(2 * positions.length);
    all.set(positions);
    all.set(other.positions, positions.length);
    for (let i = positions.length; i < all.length; i += 3) all[i] += this.#shift();
    return all;
  }

  hold(particle: number, x: number, y: number, z: number, time?: number) {
    const [scene] = this.#scenes();
    const count = scene.positions.length / 3;
    const shift = particle < count ? 0 : this.#shift();
    scene.hand.hold(particle % count, x - shift, y, z, time);
  }

  release(x: number, y: number, z: number) {
    this.#scenes()[0].hand.release(x, y, z);
  }
}

/** Two particles of each link or spring. */
function pairs({ system: { links, springs } }: Simulation) {
  return links.length > 0 ? links : springs;
}

/** Links along every row and column of a cloth, or along every second, third, … if it is large. */
function thinned(ends: Uint32Array, scene: Simulation) {
  const width = Number(scene.get("width"));
  const every = Math.ceil(Math.max(width, scene.positions.length / 3 / width) / MAX_ROWS);
  if (every === 1) return ends;
  const drawn: number[] = [];
  for (let i = 0; i < ends.length; i += 2) {
    const from = ends[i];
    const to = ends[i + 1];
    if ((to - from === 1 ? Math.floor(from / width) : from % width) % every === 0) drawn.push(from, to);
  }
  return Uint32Array.from(drawn);
}

function pointAt(places: Float64Array, particle: number): Point {
  return [places[2 * particle], places[2 * particle + 1]];
}

/** Distance of a point from a segment. */
function toSegment([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point) {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const part = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1);
  const on = Math.min(Math.max(part, 0), 1);
  return Math.hypot(x - x1 - on * dx, y - y1 - on * dy);
}

/** True if a stroke crosses the segment between two points. */
export function cross(from: Point, to: Point, a: Point, b: Point) {
  const side = ([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point) =>
    Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));
  return side(a, from, to) * side(b, from, to) < 0 && side(from, a, b) * side(to, a, b) <= 0;
}
