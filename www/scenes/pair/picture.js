// The picture of two nodes and a spring in space: forces, and the directions in which K acts.
import { cleaned, significant } from "../../base/format.js";
import { plus, vector } from "../../base/vectors.js";
import { OrbitCamera } from "../../canvas/orbit.js";
import { arrow, coil, disc, LABEL, roundDown, scaleBar } from "../../canvas/shapes.js";

/** @import { Pair, Simulation } from "../../types.js" */
/** @import { Lab } from "../../lab/show.js" */
/** @import { Point } from "../../canvas/shapes.js" */
/** @import { Vector } from "../../base/vectors.js" */

const NODES = [0, 1];

/** A force is as long as the elongation it takes, times this: those of a stretched spring never meet. */
const ARROW = 0.35;

/** Half an arrow of the eigenvalue k, and the most that any gets, against the size of the picture. */
const [DIRECTION, LONGEST] = [0.2, 0.4];

/** Of a node, in px. */
const RADIUS = 12;

/** The pair without what is only rounding: a spring at its rest length has neither energy nor force, and across it no stiffness. @param {Simulation} simulation @returns {Pair} */
export function pairOf(simulation) {
  const { pair, positions } = simulation;
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
  quiet = false;
  movable = () => NODES;
  chosen = () => this.#chosen;
  simulation;
  /** The node in hand. @type {number | undefined} */
  held;
  #chosen = 0;
  #lab;

  /** @param {Lab} lab */
  constructor(lab) {
    this.simulation = lab.simulation;
    this.#lab = lab;
  }

  /** @param {KeyboardEvent} event */
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
    // not in hand: a picture that shrinks under the pointer would run away with it
    if (held === undefined) for (const node of nodes) camera.include(node);
    if (!this.quiet) this.#room(context, nodes);
    this.#spring(context, nodes);
    const pair = pairOf(simulation);
    if (this.#lab.get("directions") === "on") this.#directions(context, pair, middle(nodes));
    if (this.#lab.get("forces") === "on") this.#forces(context, pair, nodes);
    this.#nodes(context, nodes);
  }

  /** The floor y = 0, the axes, and how high the nodes are above it. @param {CanvasRenderingContext2D} context @param {Vector[]} nodes */
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
    context.fillStyle = color("--muted");
    context.font = LABEL;
    context.textAlign = "center";
    context.beginPath();
    for (const [axis, name] of ["x", "y", "z"].entries()) {
      const along = (/** @type {number} */ metres) =>
        /** @type {Vector} */ ([0, 1, 2].map((i) => (i === axis ? metres : 0)));
      line([0, 0, 0], along(reach));
      const [x, y] = camera.project(along(1.1 * reach));
      context.fillText(name, x, y + 4);
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
    const { camera } = this;
    const depth = (/** @type {number} */ node) => camera.seen(nodes[node])[2];
    const farFirst = NODES.toSorted((a, b) => depth(a) - depth(b));
    for (const node of farFirst) this.#node(context, node, camera.project(nodes[node]));
  }

  /** @param {CanvasRenderingContext2D} context @param {number} node @param {Point} at */
  #node(context, node, [x, y]) {
    const { color } = this.#lab;
    context.lineWidth = 2;
    context.strokeStyle = color("--panel");
    context.fillStyle = color("--accent");
    disc(context, [x, y], node === this.held ? 1.25 * RADIUS : RADIUS);
    if (this.quiet) return;
    context.fillStyle = color("--on-accent");
    context.font = `bold ${LABEL}`;
    context.textAlign = "center";
    context.fillText(String(node + 1), x, y + 4);
    if (node !== this.#chosen) return;
    context.strokeStyle = color("--accent");
    context.lineWidth = 1.5;
    context.beginPath();
    context.arc(x, y, RADIUS + 5, 0, 2 * Math.PI);
    context.stroke();
  }

  /** Both ways: an eigenvector has no sign. A negative eigenvalue is dashed. @param {CanvasRenderingContext2D} context @param {Pair} pair @param {Vector} at */
  #directions(context, { eigenvalues, eigenvectors }, at) {
    const { camera } = this;
    const { color } = this.#lab;
    const from = camera.project(at);
    const [along] = eigenvalues;
    const size = Math.min(camera.width, camera.height);
    for (const [i, value] of eigenvalues.entries()) {
      if (!value) continue;
      const pixels = size * Math.min((DIRECTION * Math.abs(value)) / along, LONGEST);
      const [right, up] = camera.seen(/** @type {Vector} */ (eigenvectors[i]));
      if (value < 0) context.setLineDash([4, 3]);
      for (const way of [1, -1]) {
        context.strokeStyle = context.fillStyle = color(value < 0 ? "--negative" : "--positive");
        const by = /** @type {Point} */ ([way * pixels * right, -way * pixels * up]);
        // the two across have the same eigenvalue: one label is enough
        const label = way === 1 && i < 2 && !this.quiet ? `${significant(value)} N/m` : "";
        arrow(context, from, by, label, 1, color("--panel"));
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
      const label = this.quiet ? "" : `${name} ${significant(Math.hypot(...force))} N`;
      // on the other side than the label of the direction beside it
      arrow(context, rim, [pixels * right, -pixels * up], label, up < 0 ? 1 : -1, color("--panel"));
    }
  }

  /** @param {number | undefined} held */
  describe(held) {
    const [{ positions }, pair] = [this.simulation, pairOf(this.simulation)];
    const [p1, p2] = NODES.map((node) => vector(positions, node));
    const place = (/** @type {Vector} */ at) => `(${at.map(significant).join(", ")}) m`;
    const length = Math.hypot(...plus(p1, p2, -1));
    const [along, across] = pair.eigenvalues.map(significant);
    const hand = held === undefined ? "" : ` Node ${held + 1} is held.`;
    return `Node 1 is at ${place(p1)}, node 2 at ${place(p2)}; the spring is ${significant(length)} m long. The stiffness is ${along} N/m along it and ${across} N/m across.${hand}`;
  }
}

/** @param {Vector[]} nodes */
const middle = ([a, b]) => plus(a, plus(b, a, -1), 0.5);
