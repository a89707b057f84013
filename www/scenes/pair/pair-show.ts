// Two nodes and a spring: energy, forces and stiffness as numbers and matrices.

import { element, write } from "../../base/dom.ts";
import { cleaned, significant } from "../../base/format.ts";
import { plus, vector } from "../../base/vectors.ts";
import { toggle } from "../../lab/model/options.ts";
import type { Lab, Panel, Show, View } from "../../lab/show.ts";
import { keys } from "../../lab/views/help.ts";
import { gauge, readout, useOfStep } from "../../lab/views/readouts.ts";
import { energies } from "../../plots/energies.ts";
import type { Pair, Simulation } from "../../types.ts";
import { coordinates, StartPositions } from "./coordinates.ts";
import { Matrix } from "./matrix.ts";
import { PairPicture, pairOf } from "./pair-picture.ts";
import { VectorTable } from "./vector-table.ts";

const AXES = ["x", "y", "z"];

/** Options for the initial positions of the nodes, in m. */
const COORDINATES = coordinates([0.75, 1, 0, -0.75, -1, 0]);

export const options = [
  ...COORDINATES,
  toggle("forces", "Forces", "Shows the forces on both nodes.", "on"),
  toggle(
    "contours",
    "Energy around node 1",
    "Lines of equal energy in a plane with the spring, V without its slope; dashed where it falls: with a compressed spring a saddle.",
    "on",
  ),
  toggle("directions", "Eigen-directions of K", "Arrows as long as the eigenvalues; negative ones are dashed.", "on"),
];

export const controls = ["stiffness", "restLength", "damping", "timeStepSize", "method"];

export const still = true;

export function show(lab: Lab): Show {
  const { simulation } = lab;
  const picture = new PairPicture(lab);
  const places = new StartPositions(lab, COORDINATES);
  places.restart();
  const { elastic, kinetic } = energies(simulation);
  const main = stiffness(lab);
  return {
    pictures: [picture],
    panels: [main, forces(simulation, () => places.follow(picture.held))],
    main,
    notes: [directions(simulation), matrices(simulation)],
    recorded: [
      { label: "length", unit: "m", color: "--ink", width: 2, dash: [], value: () => length(simulation) },
      { ...elastic, label: "V", symbol: "V" },
      kinetic,
    ],
    readouts: [
      readout("Energy V", () => `${significant(pairOf(simulation).energy)} J`),
      gauge("Step limit", () => useOfStep(simulation.analysis, simulation.analysis.stepLimit, lab.method()?.gains)),
    ],
    changed: (key) => places.changed(key),
    restarted: () => {
      if (simulation.time === 0) places.restart();
    },
    hint: [
      "Drag a node in the plane of the picture; drag beside the nodes to turn it, with a finger use two. ",
      ...keys("1", "2"),
      "choose a node, arrow keys move it along x and y, ",
      ...keys("Page Up", "Page Down"),
      "along z, with ",
      ...keys("Shift"),
      "farther. ",
      ...keys("I", "J", "K", "L"),
      "turn the picture.",
    ],
  };
}

/** Length of the spring ‖d‖, in m. */
function length({ positions }: Simulation) {
  return Math.hypot(...plus(vector(positions, 0), vector(positions, 1), -1));
}

/** Panel of positions and forces. @param before  called before each frame */
function forces(simulation: Simulation, before: () => void): View {
  const sized = (parts: number[]) => [...parts, Math.hypot(...parts)];
  const node = (particle: number) => vector(simulation.positions, particle);
  const table = new VectorTable("Nodes and forces", "‖·‖", [
    { name: "p₁ [m]", parts: () => node(0) },
    { name: "p₂ [m]", parts: () => node(1) },
    { name: "d = p₁ − p₂ [m]", parts: () => sized(plus(node(0), node(1), -1)) },
    { name: "F₁₂ [N]", parts: ({ force12 }) => sized(force12) },
    { name: "F₂₁ [N]", parts: ({ force21 }) => sized(force21) },
  ]);
  return {
    name: "nodes and forces",
    element: element("div", { className: "panel" }, table.element),
    draw: () => {
      before();
      table.show(pairOf(simulation));
    },
  };
}

/** Panel of K's eigenvectors and eigenvalues. */
function directions(simulation: Simulation): Panel {
  const rows = ["along", "across", "across"].map((name, i) => ({
    name,
    parts: ({ eigenvectors, eigenvalues }: Pair) => [...eigenvectors[i], eigenvalues[i]],
  }));
  const table = new VectorTable("Eigenvectors of K", "λ [N/m]", rows);
  return {
    element: element("div", { className: "panel" }, table.element),
    draw: () => {
      table.show(pairOf(simulation));
    },
  };
}

/** Panel that says whether K is definite, and why. */
function verdict({ simulation, get, timeRate }: Lab): Panel {
  const kind = element("strong", { role: "status" });
  const reason = element("span");
  const node = element("p", { className: "verdict" }, kind, " ", reason);
  return {
    element: node,
    draw: () => {
      const [name, why] = judge(simulation, Number(get("restLength")), Number(get("mass")));
      node.classList.toggle("alarming", pairOf(simulation).indefinite);
      // changes in motion are too fast to be read out
      kind.setAttribute("aria-live", timeRate() > 0 ? "off" : "polite");
      write(kind, name);
      write(reason, why);
    },
  };
}

/**
 * Judges K: its kind and the reason.
 * @param rest  in m
 * @param mass  in kg
 */
function judge(simulation: Simulation, rest: number, mass: number): [string, string] {
  const { eigenvalues, indefinite } = pairOf(simulation);
  const [along, across] = eigenvalues;
  const distance = length(simulation);
  const [l, d, k] = [rest, distance, across].map((value) => significant(value));
  if (along === 0 && across === 0)
    return [
      "K is zero.",
      distance > 0 ? "The spring has no stiffness." : "The nodes meet: the spring has no direction there.",
    ];
  if (indefinite) {
    const step = significant(Math.sqrt(mass / 2 / -across));
    return [
      "⚠ K is indefinite.",
      `The spring is compressed, ‖d‖ = ${d} m < L = ${l} m. Across it the stiffness is k (1 − L/‖d‖) = ${k} N/m: it wants to buckle. With this K the matrix of an implicit step is singular at Δt = ${step} s.`,
    ];
  }
  if (across < 1e-9 * along)
    return [
      "K is positive semidefinite.",
      `The spring has its rest length of ${l} m: across it nothing resists a small step.`,
    ];
  if (rest === 0)
    return ["K is positive definite.", "The rest length is 0: the spring resists in every direction alike."];
  return [
    "K is positive definite.",
    `The spring is stretched, ‖d‖ = ${d} m > L = ${l} m: it resists in every direction.`,
  ];
}

/** Panel of K and its kind. */
function stiffness(lab: Lab): View {
  const kind = verdict(lab);
  const k = new Matrix("K [N/m]", AXES);
  return {
    name: "stiffness matrix",
    part: "notes",
    element: element("div", { className: "panel stiffness" }, k.element, kind.element),
    draw: () => {
      k.show(lab.simulation.analysis.pair.stiffness);
      kind.draw();
    },
  };
}

/** Panel of K by finite differences, and of the Jacobian of both forces. */
function matrices(simulation: Simulation): Panel {
  const check = new Matrix("K by differences [N/m]", AXES);
  const of = (letter: string, indices: string[]) =>
    indices.flatMap((index) => AXES.map((axis) => `${letter}${index}${axis}`));
  const jacobian = new Matrix("Jacobian ∂F/∂p [N/m]", of("F", ["₁₂", "₂₁"]), of("p", ["₁", "₂"]));
  const deviation = readout("Largest deviation", () => {
    const { stiffness, differences } = simulation.analysis.pair;
    const most = Math.max(...stiffness.map((entry, i) => Math.abs(entry - differences[i])));
    return `${significant(cleaned(most, Math.max(...stiffness.map(Math.abs))))} N/m`;
  });
  const checked = element("div", {}, check.element, deviation.element);
  const region = { tabIndex: 0, role: "region", "aria-label": "Jacobian of both forces" };
  const scrolled = element("div", region, jacobian.element); // on narrow screens
  return {
    element: element("div", { className: "panel matrices" }, checked, scrolled),
    draw: () => {
      const { differences, jacobian: both } = simulation.analysis.pair;
      check.show(differences);
      jacobian.show(both);
      deviation.show();
    },
  };
}
