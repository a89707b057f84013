// The picture of two nodes and a spring in space, with forces and eigenvectors of the stiffness
// matrix K.
import { cleaned, significant } from "../../base/format.js";
import { plus, vector } from "../../base/vectors.js";
import { Labels } from "../../canvas/labels.js";
import { OrbitCamera } from "../../canvas/orbit.js";
import { arrow, coil, disc, LABEL, roundDown, scaleBar } from "../../canvas/shapes.js";

/** @import { Press } from "../../canvas/canvas.js" */
/** @import { Pair, Simulation } from "../../types.js" */
/** @import { Lab } from "../../lab/show.js" */
/** @import { Point } from "../../canvas/shapes.js" */
/** @import { Vector } from "../../base/vectors.js" */

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

/**
 * Areas of buttons and the scale bar over the picture: middle, half width and half height.
 * @type {((width: number, height: number) => { at: Point, half: Point })[]}
 */
const BUTTONS = [
  () => ({ at: [90, 24], half: [90, 24] }),
  (width, height) => ({ at: [width - 90, height - 26], half: [90, 26] }),
  (_, height) => ({ at: [64, height - 22], half: [62, 18] }),
];

/**
 * The pair's values with rounding set to 0: at the rest length there is neither energy nor force,
 * and no stiffness across the spring.
 * @param {Simulation} simulation @returns {Pair}
 */
export function pairOf(simulation) {
  const { pair } = simulation.analysis;
  const { positions } = simulation;
  const [stiffness, rest] = ["stiffness", "restLength"].map((key) => Number(simulation.get(key)));
  const length = Math.max(rest, Math.hypot(...plus(vector(positions, 0), vector(positions, 1), -1)));
  const force = (/** @type {Iterable<number>} */ parts) =>
    /** @type {Vector} */ (Array.from(parts, (part) => cleaned(part, stiffness * length)));
  const eigenvalues = pair.eigenvalues.map((value) => cleaned(value, stiffness));
  return {
    ...pair,
    energy: cleaned(pair.energy, stiffness * length ** 2),
    force12: force(pair.force12),
    force21: force(pair.force21),
    eigenvalues: /** @type {Vector} */ (eigenvalues),
    indefinite: eigenvalues.some((value) => value < 0),
  };
}

export class PairPicture {
  camera = new OrbitCamera(1, 0.5, 0.3);
  label =
    "Two nodes and a spring in space. Arrow keys move the chosen node along x and y, Page Up and Page Down along z, 1 and 2 choose a node. I, J, K and L turn the picture.";
  movable = () => NODES;
  objects = { mass: 0, spring: /** @type {const} */ ([0, 1]) };
  chosen = () => this.#chosen;
  simulation;
  /** The dragged node. @type {number | undefined} */
  held;
  #chosen = 0;
  #lab;
  /**
   * Labels to write in this frame: text, wanted position, colour.
   * @type {{ text: string, about: Point, color: string }[]}
   */
  #texts = [];

  /** @param {Lab} lab */
  constructor(lab) {
    this.simulation = lab.simulation;
    this.#lab = lab;
  }

  /** @param {Press} press */
  key({ key }) {
    const chosen = NODES.find((node) => key === String(node + 1));
    this.#chosen = chosen ?? this.#chosen;
    return chosen !== undefined;
  }

  /** @param {CanvasRenderingContext2D} context @param {number | undefined} held */
  draw(context, held) {
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

  /**
   * Draws the floor y = 0, the axes, and vertical lines from the nodes to the floor.
   * @param {CanvasRenderingContext2D} context @param {Vector[]} nodes
   */
  #room(context, nodes) {
    const { camera } = this;
    const { color } = this.#lab;
    const spacing = roundDown(90 / camera.scale);
    const reach = roundDown((0.45 * Math.min(camera.width, camera.height)) / camera.scale);
    const line = (/** @type {Vector} */ from, /** @type {Vector} */ to) => {
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
      const along = (/** @type {number} */ metres) =>
        /** @type {Vector} */ ([0, 1, 2].map((i) => (i === axis ? metres : 0)));
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

  /** @param {CanvasRenderingContext2D} context @param {Vector[]} nodes */
  #spring(context, nodes) {
    const { camera } = this;
    const [from, to] = nodes.map((node) => camera.project(node));
    context.lineWidth = 1.4;
    context.lineJoin = "round";
    context.strokeStyle = this.#lab.color("--edge");
    coil(context, from, to, 11, Math.min(Math.max(0.1 * camera.scale, 3), 16));
  }

  /** @param {CanvasRenderingContext2D} context @param {Vector[]} nodes */
  #nodes(context, nodes) {
    for (const node of this.#farFirst(nodes)) this.#node(context, node, this.camera.project(nodes[node]));
  }

  /** The nodes, the farther one first. @param {Vector[]} nodes */
  #farFirst(nodes) {
    const depth = (/** @type {number} */ node) => this.camera.seen(nodes[node])[2];
    return NODES.toSorted((a, b) => depth(a) - depth(b));
  }

  /** @param {CanvasRenderingContext2D} context @param {number} node @param {Point} at */
  #node(context, node, [x, y]) {
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

  /**
   * Draws eigenvectors to both sides, dashed for negative eigenvalues.
   * @param {CanvasRenderingContext2D} context @param {Pair} pair @param {Vector} at
   */
  #directions(context, { eigenvalues, eigenvectors }, at) {
    const { camera } = this;
    const { color } = this.#lab;
    const from = camera.project(at);
    const [along] = eigenvalues;
    const size = Math.min(camera.width, camera.height);
    for (const [i, value] of eigenvalues.entries()) {
      if (!value) continue;
      const pixels = size * Math.min((DIRECTION * Math.abs(value)) / along, MAX_DIRECTION);
      const [right, up] = camera.seen(/** @type {Vector} */ (eigenvectors[i]));
      if (value < 0) context.setLineDash([4, 3]);
      for (const sign of [1, -1]) {
        const own = color(value < 0 ? "--negative" : "--positive");
        context.strokeStyle = context.fillStyle = own;
        const by = /** @type {Point} */ ([sign * pixels * right, -sign * pixels * up]);
        // both directions across the spring have the same eigenvalue: one label is enough
        const label = sign === 1 && i < 2 ? `${significant(value)} N/m` : "";
        arrow(context, from, by, "", 1, "");
        if (label) this.#texts.push({ text: label, about: beyond(context, from, by, label), color: own });
      }
      context.setLineDash([]);
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {Pair} pair @param {Vector[]} nodes */
  #forces(context, { force12, force21 }, nodes) {
    const { camera } = this;
    const { color } = this.#lab;
    const metres = ARROW / (Number(this.simulation.get("stiffness")) || 1);
    for (const [name, force, node] of /** @type {const} */ ([
      ["F₁₂", force12, nodes[0]],
      ["F₂₁", force21, nodes[1]],
    ])) {
      context.strokeStyle = context.fillStyle = color("--elastic");
      const [right, up] = camera.seen(/** @type {Vector} */ (force));
      const seen = Math.hypot(right, up) || 1;
      const [x, y] = camera.project(node);
      const rim = /** @type {Point} */ ([x + (RADIUS * right) / seen, y - (RADIUS * up) / seen]);
      const pixels = metres * camera.scale;
      const label = `${name} ${significant(Math.hypot(...force))} N`;
      const by = /** @type {Point} */ ([pixels * right, -pixels * up]);
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
   * @param {CanvasRenderingContext2D} context @param {Pair} pair @param {Vector} node
   */
  #contours(context, { eigenvalues: [along, across], eigenvectors }, node) {
    if (!along) return;
    const { camera } = this;
    const { color } = this.#lab;
    const reach = (CONTOURS.reach * Math.min(camera.width, camera.height)) / camera.scale;
    const [axis, ...others] = /** @type {Vector[]} */ (eigenvectors);
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

  /**
   * Writes the numbers of the nodes, first of the nearer one, then all labels, without overlap.
   * @param {CanvasRenderingContext2D} context @param {Vector[]} nodes
   */
  #write(context, nodes) {
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
      const half = /** @type {Point} */ ([RADIUS + 2, RADIUS + 2]);
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

  /** @param {number | undefined} held */
  describe(held) {
    const { positions } = this.simulation;
    const pair = pairOf(this.simulation);
    const [p1, p2] = NODES.map((node) => vector(positions, node));
    const place = (/** @type {Vector} */ at) => `(${at.map(significant).join(", ")}) m`;
    const length = Math.hypot(...plus(p1, p2, -1));
    const [along, across] = pair.eigenvalues.map(significant);
    const hand = held === undefined ? "" : ` Node ${held + 1} is held.`;
    return `Node 1 is at ${place(p1)}, node 2 at ${place(p2)}; the spring is ${significant(length)} m long. The stiffness is ${along} N/m along it and ${across} N/m across.${hand}`;
  }
}

/**
 * Position of a label beyond the tip of an arrow.
 * @param {CanvasRenderingContext2D} context @param {Point} from @param {Point} by
 * @param {string} text @returns {Point}
 */
function beyond(context, [x, y], [dx, dy], text) {
  context.font = LABEL;
  const length = Math.hypot(dx, dy) || 1;
  const ux = dx / length;
  const uy = dy / length;
  const away = 8 + Math.abs(ux) * (context.measureText(text).width / 2) + Math.abs(uy) * 8;
  return [x + dx + away * ux, y + dy + away * uy];
}

/**
 * Contour of ½ (λ₁ u² + λ₂ w²) within a circle: a closed line, or pieces of a hyperbola.
 * @param {[number, number]} eigenvalues @param {number} value @param {number} reach  radius
 * @returns {Point[][]} pieces of u, w
 */
export function contour([first, second], value, reach) {
  /** @type {Point[][]} */
  const pieces = [[]];
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

/** @param {Vector[]} nodes */
const middle = ([a, b]) => plus(a, plus(b, a, -1), 0.5);
