// The picture of two nodes and a spring in space, with forces and eigenvectors of the stiffness
// matrix K.
import { cleaned, significant } from "../../base/format.ts";
import type { Vector } from "../../base/vectors.ts";
import { plus, vector } from "../../base/vectors.ts";
import type { Press } from "../../canvas/canvas.ts";
import { Labels } from "../../canvas/labels.ts";
import { OrbitCamera } from "../../canvas/orbit.ts";
import type { Point } from "../../canvas/shapes.ts";
import { arrow, coil, disc, LABEL, roundDown, scaleBar } from "../../canvas/shapes.ts";
import type { Lab } from "../../lab/show.ts";
import type { Pair, Simulation } from "../../types.ts";

const NODES = [0, 1];

/** Length of a force's arrow per elongation: below 0.5, so that the two arrows never meet. */
const ARROW = 0.35;

/**
 * Length of an eigenvector to each side if its eigenvalue is k, as a fraction of the picture's
 * size.
 */
const DIRECTION = 0.2;

/** Largest length of an eigenvector to each side, as a fraction of the picture's size. */
const MAX_DIRECTION = 0.4;

/** Radius of a node, in px. */
const RADIUS = 12;

/** Length in px below which an arrow has no label. */
const MIN_LABELLED_LENGTH = 4;

/**
 * Lines of equal energy: radius around the node as a fraction of the picture's size, number of
 * levels, highest level in units of k · radius², and points on each line.
 */
const CONTOURS = { reach: 0.2, levels: 4, part: 0.32, points: 180 };

/** Areas of buttons and the scale bar over the picture: middle, half width and half height. */
const BUTTONS: ((width: number, height: number) => { at: Point; half: Point })[] = [
  () => ({ at: [90, 24], half: [90, 24] }),
  (width, height) => ({ at: [width - 90, height - 26], half: [90, 26] }),
  (_, height) => ({ at: [64, height - 22], half: [62, 18] }),
];

/**
 * The pair's values with rounding set to 0: at the rest length there is neither energy nor force,
 * and no stiffness across the spring.
 */
export function pairOf(simulation: Simulation): Pair {
  const { pair } = simulation.analysis;
  const { positions } = simulation;
  const [stiffness, rest] = ["stiffness", "restLength"].map((key) => Number(simulation.get(key)));
  const length = Math.max(rest, Math.hypot(...plus(vector(positions, 0), vector(positions, 1), -1)));
  const force = (parts: Iterable<number>) => Array.from(parts, (part) => cleaned(part, stiffness * length)) as Vector;
  const eigenvalues = pair.eigenvalues.map((value) => cleaned(value, stiffness));
  return {
    ...pair,
    energy: cleaned(pair.energy, stiffness * length ** 2),
    force12: force(pair.force12),
    force21: force(pair.force21),
    eigenvalues: eigenvalues as Vector,
    indefinite: eigenvalues.some((value) => value < 0),
  };
}

export class PairPicture {
  camera = new OrbitCamera(1, 0.5, 0.3);
  label =
    "Two nodes and a spring in space. Arrow keys move the chosen node along x and y, Page Up and Page Down along z, 1 and 2 choose a node. I, J, K and L turn the picture.";
  movable = () => NODES;
  objects = { mass: 0, spring: [0, 1] as const };
  chosen = () => this.#chosen;
  simulation;
  /** The dragged node. */
  held: number | undefined;
  #chosen = 0;
  #lab;
  /** Labels to write in this frame: text, wanted position, colour. */
  #texts: { text: string; about: Point; color: string }[] = [];

  constructor(lab: Lab) {
    this.simulation = lab.simulation;
    this.#lab = lab;
  }

  key({ key }: Press) {
    const chosen = NODES.find((node) => key === String(node + 1));
    this.#chosen = chosen ?? this.#chosen;
    return chosen !== undefined;
  }

  draw(context: CanvasRenderingContext2D, held: number | undefined) {
    const { simulation, camera } = this;
    this.held = held;
    this.#chosen = held ?? this.#chosen;
    const nodes = NODES.map((node) => vector(simulation.positions, node));
    // not during a drag, when a view that grows would move under the pointer
    if (held === undefined) for (const node of nodes) camera.include(node);
    const pair = pairOf(simulation);
    this.#room(context, nodes);
    if (this.#lab.get("contours") === "on") this.#contours(context, pair, nodes[0]);
    this.#spring(context, nodes);
    if (this.#lab.get("directions") === "on") this.#directions(context, pair, middle(nodes));
    if (this.#lab.get("forces") === "on") this.#forces(context, pair, nodes);
    this.#nodes(context, nodes);
    this.#write(context, nodes);
  }

  /** Draws the floor y = 0, the axes, and vertical lines from the nodes to the floor. */
  #room(context: CanvasRenderingContext2D, nodes: Vector[]) {
    const { camera } = this;
    const { color } = this.#lab;
    const spacing = roundDown(90 / camera.scale);
    const reach = roundDown((0.45 * Math.min(camera.width, camera.height)) / camera.scale);
    const line = (from: Vector, to: Vector) => {
      context.moveTo(...camera.project(from));
      context.lineTo(...camera.project(to));
    };
    context.lineWidth = 1;
    context.strokeStyle = color("--line");
    context.beginPath();
    for (let i = -4; i <= 4; i++) {
      line([i * spacing, 0, -4 * spacing], [i * spacing, 0, 4 * spacing]);
      line([-4 * spacing, 0, i * spacing], [4 * spacing, 0, i * spacing]);
    }
    context.stroke();
    context.strokeStyle = color("--edge");
    context.beginPath();
    for (const [axis, name] of ["x", "y", "z"].entries()) {
      const along = (metres: number) => [0, 1, 2].map((i) => (i === axis ? metres : 0)) as Vector;
      line([0, 0, 0], along(reach));
      this.#texts.push({ text: name, about: camera.project(along(1.1 * reach)), color: color("--muted") });
    }
    context.stroke();
    context.setLineDash([2, 3]);
    context.beginPath();
    for (const [x, y, z] of nodes) line([x, y, z], [x, 0, z]);
    context.stroke();
    context.setLineDash([]);
    context.strokeStyle = context.fillStyle = color("--muted");
    scaleBar(context, camera);
  }

  #spring(context: CanvasRenderingContext2D, nodes: Vector[]) {
    const { camera } = this;
    const [from, to] = nodes.map((node) => camera.project(node));
    context.lineWidth = 1.4;
    context.lineJoin = "round";
    context.strokeStyle = this.#lab.color("--edge");
    coil(context, from, to, 11, Math.min(Math.max(0.1 * camera.scale, 3), 16));
  }

  #nodes(context: CanvasRenderingContext2D, nodes: Vector[]) {
    for (const node of this.#farFirst(nodes)) this.#node(context, node, this.camera.project(nodes[node]));
  }

  /** The nodes, the farther one first. */
  #farFirst(nodes: Vector[]) {
    const depth = (node: number) => this.camera.seen(nodes[node])[2];
    return NODES.toSorted((a, b) => depth(a) - depth(b));
  }

  #node(context: CanvasRenderingContext2D, node: number, [x, y]: Point) {
    const { color } = this.#lab;
    context.lineWidth = 2;
    context.strokeStyle = color("--panel");
    context.fillStyle = color("--accent");
    disc(context, [x, y], node === this.held ? 1.25 * RADIUS : RADIUS);
    if (node !== this.#chosen) return;
    context.strokeStyle = color("--accent");
    context.lineWidth = 1.5;
    context.beginPath();
    context.arc(x, y, RADIUS + 5, 0, 2 * Math.PI);
    context.stroke();
  }

  /** Draws eigenvectors to both sides, dashed for negative eigenvalues. */
  #directions(context: CanvasRenderingContext2D, { eigenvalues, eigenvectors }: Pair, at: Vector) {
    const { camera } = this;
    const { color } = this.#lab;
    const from = camera.project(at);
    const [along] = eigenvalues;
    const size = Math.min(camera.width, camera.height);
    for (const [i, value] of eigenvalues.entries()) {
      if (!value) continue;
      const pixels = size * Math.min((DIRECTION * Math.abs(value)) / along, MAX_DIRECTION);
      const [right, up] = camera.seen(eigenvectors[i] as Vector);
      if (value < 0) context.setLineDash([4, 3]);
      for (const sign of [1, -1]) {
        const own = color(value < 0 ? "--negative" : "--positive");
        context.strokeStyle = context.fillStyle = own;
        const by = [sign * pixels * right, -sign * pixels * up] as Point;
        // both directions across the spring have the same eigenvalue: one label is enough
        const label = sign === 1 && i < 2 ? `${significant(value)} N/m` : "";
        arrow(context, from, by, "", 1, "");
        if (label) this.#texts.push({ text: label, about: beyond(context, from, by, label), color: own });
      }
      context.setLineDash([]);
    }
  }

  #forces(context: CanvasRenderingContext2D, { force12, force21 }: Pair, nodes: Vector[]) {
    const { camera } = this;
    const { color } = this.#lab;
    const metres = ARROW / (Number(this.simulation.get("stiffness")) || 1);
    for (const [name, force, node] of [
      ["F₁₂", force12, nodes[0]],
      ["F₂₁", force21, nodes[1]],
    ] as const) {
      context.strokeStyle = context.fillStyle = color("--elastic");
      const [right, up] = camera.seen(force as Vector);
      const seen = Math.hypot(right, up) || 1;
      const [x, y] = camera.project(node);
      const rim = [x + (RADIUS * right) / seen, y - (RADIUS * up) / seen] as Point;
      const pixels = metres * camera.scale;
      const label = `${name} ${significant(Math.hypot(...force))} N`;
      const by = [pixels * right, -pixels * up] as Point;
      arrow(context, rim, by, "", 1, "");
      const none = Math.hypot(...by) < MIN_LABELLED_LENGTH;
      if (label && !none)
        this.#texts.push({ text: label, about: beyond(context, rim, by, label), color: color("--elastic") });
    }
  }

  /**
   * Draws lines of equal ½ uᵀ K u, the quadratic part of the energy V, around a node. Their plane
   * contains the spring and faces the viewer as far as possible. Lines of negative values are
   * dashed.
   */
  #contours(context: CanvasRenderingContext2D, { eigenvalues: [along, across], eigenvectors }: Pair, node: Vector) {
    if (!along) return;
    const { camera } = this;
    const { color } = this.#lab;
    const reach = (CONTOURS.reach * Math.min(camera.width, camera.height)) / camera.scale;
    const [axis, ...others] = eigenvectors as Vector[];
    // all directions across the spring are equivalent: take the one in the picture's plane
    const [a, b] = others.map((other) => camera.seen(other)[2]);
    const turn = Math.hypot(a, b) > 1e-9 ? Math.atan2(-a, b) : 0;
    const side = plus(plus([0, 0, 0], others[0], Math.cos(turn)), others[1], Math.sin(turn));
    context.lineWidth = 1;
    for (const sign of [1, -1]) {
      context.strokeStyle = color(sign > 0 ? "--positive" : "--negative");
      context.setLineDash(sign > 0 ? [] : [4, 3]);
      context.beginPath();
      for (let level = 1; level <= CONTOURS.levels; level++) {
        for (const part of contour(
          [along, across],
          sign * (level / CONTOURS.levels) ** 2 * along * reach ** 2 * CONTOURS.part,
          reach,
        )) {
          for (const [i, [u, w]] of part.entries()) {
            const at = camera.project(plus(plus(node, axis, u), side, w));
            if (i === 0) context.moveTo(...at);
            else context.lineTo(...at);
          }
        }
      }
      context.stroke();
    }
    context.setLineDash([]);
  }

  /** Writes the numbers of the nodes, first of the nearer one, then all labels, without overlap. */
  #write(context: CanvasRenderingContext2D, nodes: Vector[]) {
    const { camera } = this;
    const { color } = this.#lab;
    const labels = new Labels(context, camera, color("--panel"));
    for (const box of BUTTONS) {
      const { at, half } = box(camera.width, camera.height);
      labels.keep(at, half);
    }
    const nearFirst = this.#farFirst(nodes).toReversed();
    for (const node of nearFirst) {
      const at = camera.project(nodes[node]);
      const half = [RADIUS + 2, RADIUS + 2] as Point;
      if (labels.free({ at, half: [4, 7] })) {
        context.fillStyle = color("--on-accent");
        context.font = `bold ${LABEL}`;
        context.textAlign = "center";
        context.fillText(String(node + 1), at[0], at[1] + 4);
      }
      labels.keep(at, half);
    }
    for (const { text, about, color } of this.#texts) labels.write(text, about, color);
    this.#texts = [];
  }

  describe(held: number | undefined) {
    const { positions } = this.simulation;
    const pair = pairOf(this.simulation);
    const [p1, p2] = NODES.map((node) => vector(positions, node));
    const place = (at: Vector) => `(${at.map(significant).join(", ")}) m`;
    const length = Math.hypot(...plus(p1, p2, -1));
    const [along, across] = pair.eigenvalues.map(significant);
    const hand = held === undefined ? "" : ` Node ${held + 1} is held.`;
    return `Node 1 is at ${place(p1)}, node 2 at ${place(p2)}; the spring is ${significant(length)} m long. The stiffness is ${along} N/m along it and ${across} N/m across.${hand}`;
  }
}

/** Position of a label beyond the tip of an arrow. */
function beyond(context: CanvasRenderingContext2D, [x, y]: Point, [dx, dy]: Point, text: string): Point {
  context.font = LABEL;
  const length = Math.hypot(dx, dy) || 1;
  const ux = dx / length;
  const uy = dy / length;
  const away = 8 + Math.abs(ux) * (context.measureText(text).width / 2) + Math.abs(uy) * 8;
  return [x + dx + away * ux, y + dy + away * uy];
}

/**
 * Contour of ½ (λ₁ u² + λ₂ w²) within a circle: a closed line, or pieces of a hyperbola.
 * @param reach  radius
 * @returns pieces of u, w
 */
export function contour([first, second]: [number, number], value: number, reach: number): Point[][] {
  const pieces: Point[][] = [[]];
  for (let i = 0; i <= CONTOURS.points; i++) {
    const angle = (2 * Math.PI * i) / CONTOURS.points;
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    const radius = Math.sqrt((2 * value) / (first * cos ** 2 + second * sin ** 2));
    if (radius <= reach) pieces[pieces.length - 1].push([radius * cos, radius * sin]);
    else if (pieces[pieces.length - 1].length > 0) pieces.push([]);
  }
  return pieces.filter((piece) => piece.length > 1);
}

const middle = ([a, b]: Vector[]) => plus(a, plus(b, a, -1), 0.5);
