// Every live link of the lessons has the claim of its sentence beside it, in the attribute
// data-claim, and the engine confirms it with the settings of the link. A claim has parts between
// semicolons, each a comparison of numbers: "energy(10) ≈ 27.2; explosion(60) < 40", where ≈ means
// equal to the digits given.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Simulation } from "../dist/lib/springlab.js";
import { LESSONS } from "../www/lessons.ts";
import type { Reading, Values } from "./claims.ts";
import { COORDINATE, confirm, Run } from "./claims.ts";
import type { PageLab } from "./live-links.ts";
import { htmlOf, linksOf, openLabs, settingsOf } from "./live-links.ts";

/**
 * The words of claims. Times are in s from the start, other numbers in SI units. A particle is
 * meant by its index, the last one if left out: the mass, or the last follower of a chain.
 * @param run  as the link sets it
 * @param others  those compared with it
 */
function wordsOf(run: Run, others: { own: Values; run: Run }[] = []): Record<string, any> {
  const readings: Record<string, Reading> = {
    // energy(t)  kinetic, of springs, gravity and contacts
    energy: (t) => stored(run.at(t)),
    // numerical(t)  energy that the method has made
    numerical: (t) => run.at(t).energy.numerical,
    // modified(t)  the method's modified energy
    modified: (t) => run.at(t).analysis.modifiedEnergy ?? Number.NaN,
    // elastic(t)  energy of springs
    elastic: (t) => run.at(t).energy.elastic,
    // contact(t)  energy of contacts: above 0 while something touches an obstacle
    contact: (t) => run.at(t).energy.contact,
    // hand(t)  work of the hand
    hand: (t) => run.at(t).energy.hand,
    // length(t)  of the first spring
    length: (t) => lengthOf(run.at(t)),
    // u(t)  elongation of the first spring
    u: (t) => lengthOf(run.at(t)) - run.at(t).system.restLengths[0],
    // stretch(t)  of all springs or links together, relative
    stretch: (t) => run.at(t).system.stretch,
    // speed(t)  of the fastest particle
    speed: (t) => Math.max(...vectors(run.at(t).velocities).map((v) => Math.hypot(...v))),
    // moved(t)  distance of the last particle from its start
    moved: (t) => distance(placeOf(run.at(t)), placeOf(run.at(0))),
    // leftmost(t)  least x of all particles
    leftmost: (t) => Math.min(...vectors(run.at(t).positions).map(([x]) => x)),
    // touching(t)  number of particles within 1 mm of the ball
    touching: (t) => touching(run.at(t)),
    // torn(t)  number of torn springs
    torn: (t) => run.at(t).system.torn.length,
    // residual(t)  largest error of a link
    residual: (t) => run.at(t).analysis.residual,
    // sum(t)  h²ω² + c hγ of the fastest mode: stable below 4
    sum: (t) => settled(run.at(t)).sum,
    // sharpest(t)  largest curvature of a cloth's rows and columns, in 1/m
    sharpest: (t) => sharpest(run.at(t)),
    // opposed(t)  part of the neighbours in rows that the fastest mode moves against each other
    opposed: (t) => opposed(run.at(t)),
    // modeFromCorner(t), strainFromCorner(t)  meshes from the nearest top corner to the mass that
    // the fastest mode moves most, and to the most strained spring
    modeFromCorner: (t) => fromCorner(run.at(t), largestPart(run.at(t).analysis.mode())),
    strainFromCorner: (t) => fromCorner(run.at(t), mostStrained(run.at(t))),
    // error(t)  largest distance from the exact motion until then
    error: (t) => Math.max(...Array.from(run.each(0, t), fromExact)),
    // accepted(t), rejected(t)  own steps of an adaptive method until then
    accepted: (t) => total(run, t, ({ analysis }) => analysis.acceptedSteps?.length),
    rejected: (t) => total(run, t, ({ analysis }) => analysis.rejectedSteps),
    // evaluations(t)  of the force until then
    evaluations: (t) => run.at(t).analysis.effort.evaluations,
  };
  const places: Record<string, (t: number, particle?: number) => number> = {
    // x(t), y(t), radius(t)  coordinates of a particle, and its distance from the origin
    x: (t, particle) => placeOf(run.at(t), particle)[0],
    y: (t, particle) => placeOf(run.at(t), particle)[1],
    radius: (t, particle) => Math.hypot(...placeOf(run.at(t), particle)),
  };
  const named = { ...readings, ...places };
  const values = (name: string, from: number, to: number) => {
    assert.ok(name in named, `there is no reading "${name}"`);
    return Array.from(run.each(from, to), ({ time }) => ({ time, value: named[name](time) }));
  };
  const analysis = () => run.at(0).analysis;
  return {
    ...named,
    // largest("x", from, to), least("x", from, to)  of a reading, at all steps between two times
    largest: (name: string, from: number, to: number) => Math.max(...values(name, from, to).map(({ value }) => value)),
    least: (name: string, from: number, to: number) => Math.min(...values(name, from, to).map(({ value }) => value)),
    // settles("x", goal, tolerance, until)  time after which a reading stays near a goal
    settles: (name: string, goal: number, tolerance: number, until: number) =>
      values(name, 0, until).findLast(({ value }) => Math.abs(value - goal) > tolerance)?.time ?? 0,
    // passes("contact", value, until)  first time at which a reading exceeds a value, or Infinity
    passes: (name: string, value: number, until: number) => {
      for (const { time } of run.each(0, until)) if (named[name](time) > value) return time;
      return Number.POSITIVE_INFINITY;
    },
    // explosion(until)  time at which the run explodes, or Infinity
    explosion: (until: number) => run.explosion(until),
    // back(t)  x after going forwards to a time, and backwards to the start
    back: (t: number) => {
      const there = run.with([t, ({ history }) => history.reverse()]);
      const simulation = there.at(t);
      simulation.step(Math.round(t / Number(simulation.get("timeStepSize"))));
      const [x] = placeOf(simulation);
      there.free();
      return x;
    },
    // stepLimit(), stable()  longest stable step, and whether the present one is within it
    stepLimit: () => analysis().stepLimit,
    stable: () => analysis().substep <= analysis().stepLimit,
    // substep(), substeps()  length and number of the parts of a time step
    substep: () => analysis().substep,
    substeps: () => analysis().substeps,
    // factor(), area()  by which a step multiplies the motion, and areas in the plane of states
    factor: () => factorOf(run.at(0)),
    area: () => area(run),
    // deviation(), measured()  numerical damping and frequency shift: as predicted, and of the run
    deviation: () => analysis().predictedDeviation,
    measured: () => analysis().measuredDeviation(),
    // dampingRatio(), period()  of an oscillator
    dampingRatio: () => analysis().dampingRatio,
    period: () => analysis().period,
    // order()  power of the step with which the error shrinks
    order: () => analysis().convergence(1, 100).order,
    // fingers()  number of sectors about z = 0 in which a step grows more than the exact motion
    fingers: () => fingers(run.at(0)),
    // moments("stage")  number of moments of that kind in the next step
    moments: (kind: string) => inside(run.at(0)).filter(({ event }) => event === kind).length,
    // residuals()  of the iterations of the next step
    residuals: () =>
      inside(run.at(0)).flatMap(({ event, numbers }) => (event === "iteration" ? [numbers.residual] : [])),
    // modes()  of a cloth in its plane: angularFrequency and damping ratio, the slowest first
    modes: () =>
      analysis()
        .modes()
        .filter(({ shape }) => shape.some((part, i) => i % 3 < 2 && part !== 0))
        .map(({ angularFrequency, dampingRate }) => ({
          angularFrequency,
          ratio: dampingRate / (2 * angularFrequency),
        })),
    // along(), across(), force()  stiffness of a spring along and across it, and its force
    along: () => analysis().pair.eigenvalues[0],
    across: () => analysis().pair.eigenvalues[1],
    force: () => Math.hypot(...analysis().pair.force12),
    // particles(), fixed(), mass()  number of all, of fixed ones, and mass of all that move
    particles: () => run.at(0).positions.length / 3,
    fixed: () => run.at(0).system.fixed.length,
    mass: () => run.at(0).system.masses.reduce((sum, mass) => sum + (Number.isFinite(mass) ? mass : 0), 0),
    // but("damping=3", time)  the same run with other values, from the start or from a time on
    but: (text: string, time: number | undefined) => {
      const given = valuesOf(text);
      const change = (simulation: Simulation) => {
        for (const [key, value] of Object.entries(given)) simulation.set(key, value);
      };
      return wordsOf(derived(time === undefined ? run.but(given) : run.with([time, change])));
    },
    // other("implicit-euler")  a run that the link compares, by what distinguishes it
    other: (text: string) => {
      const wanted = JSON.stringify(text.includes("=") ? valuesOf(text) : { method: text });
      const found = others.find(({ own }) => JSON.stringify(own) === wanted);
      assert.ok(found, `no run with ${text} is compared`);
      return wordsOf(found.run);
    },
    // thrown(particle, x, y)  the same run with a velocity of a particle at the start
    thrown: (particle: number, x: number, y: number) =>
      wordsOf(derived(run.with([0, ({ hand }) => hand.setVelocity(particle, x, y, 0)]))),
    // pulled(particle, x, y, from, to)  the same run with a hand that holds a particle aside
    pulled: (particle: number, x: number, y: number, from: number, to: number) => {
      const hold = (simulation: Simulation) => {
        const [px, py, pz] = placeOf(simulation, particle);
        simulation.hand.hold(particle, px + x, py + y, pz, 1 / 60);
      };
      return wordsOf(derived(run.with([from, hold], [to, ({ hand }) => hand.release(0, 0, 0)])));
    },
    // shaken(frequency, until)  the same run with the first particle moved to and fro by 0.1 m
    shaken: (frequency: number, until: number) => {
      const pause = 0.01;
      const moves = Array.from({ length: Math.round(until / pause) }, (_, n) => {
        const x = 0.1 * Math.sin(2 * Math.PI * frequency * (n + 1) * pause);
        return [n * pause, ({ hand }) => hand.hold(0, x, 0, 0, pause)] as [number, (simulation: Simulation) => void];
      });
      return wordsOf(derived(run.with(...moves)));
    },
  };
}

/** Runs of a page, by their keys: several claims compare with the same one. */
const shared: Map<string, Run> = new Map();

/** Runs of a claim with changes on the way. */
const changed: Run[] = [];

/** A run that is freed later, or the same one that is there already. */
function derived(run: Run) {
  const { key } = run;
  if (key === undefined) changed.push(run);
  else if (!shared.has(key)) shared.set(key, run);
  return shared.get(String(key)) ?? run;
}

/** @param text  as in an address */
const valuesOf = (text: string): Values =>
  Object.fromEntries(
    [...new URLSearchParams(text)].map(([key, value]) => [key, Number.isNaN(Number(value)) ? value : Number(value)]),
  );

/** Triples of numbers. */
const vectors = (all: Float64Array) =>
  Array.from({ length: all.length / 3 }, (_, i) => [...all.subarray(3 * i, 3 * i + 3)]);

const placeOf = ({ positions }: Simulation, particle: number = positions.length / 3 - 1) => [
  ...positions.subarray(3 * particle, 3 * particle + 3),
];

const distance = (a: number[], b: number[]) => Math.hypot(...a.map((part, axis) => part - b[axis]));

const stored = ({ energy: { kinetic, elastic, gravity, contact } }: Simulation) =>
  kinetic + elastic + gravity + contact;

function lengthOf(simulation: Simulation) {
  const [a, b] = simulation.system.springs;
  return distance(placeOf(simulation, a), placeOf(simulation, b));
}

function fromExact({ positions, analysis: { exact } }: Simulation) {
  assert.ok(exact, "the exact motion is known");
  const right = vectors(exact.positions);
  return Math.max(...vectors(positions).map((place, i) => distance(place, right[i])));
}

/** @param count  of a time step */
function total(run: Run, t: number, count: (simulation: Simulation) => number | undefined) {
  let sum = 0;
  for (const simulation of run.each(0, t)) sum += simulation.time > 0 ? (count(simulation) ?? Number.NaN) : 0;
  return sum;
}

const inside = (simulation: Simulation) => simulation.analysis.insideStep(simulation.positions.length / 3 - 1);

function settled({ analysis }: Simulation) {
  let spectrum = analysis.spectrum();
  while (!spectrum.settled) spectrum = analysis.spectrum();
  return spectrum;
}

function factorOf(simulation: Simulation) {
  const { amplification, substep } = simulation.analysis;
  if (amplification) return amplification.modulus;
  const { values } = simulation.analysis.rates();
  const factors = Array.from({ length: values.length / 2 }, (_, i) =>
    simulation.stabilityFactor(substep * values[2 * i], substep * values[2 * i + 1]),
  );
  return Math.max(...factors.map(Number));
}

/** Area of the images of two small displacements. */
function area(run: Run) {
  const far = 0.01;
  const image = (a: number, b: number) => {
    const simulation = run.open();
    const particle = simulation.positions.length / 3 - 1;
    const [x, y, z] = placeOf(simulation, particle);
    const isFlow = simulation.system.forces.length === 0;
    simulation.hand.setPosition(particle, x + a, y + (isFlow ? b : 0), z);
    if (!isFlow) simulation.hand.setVelocity(particle, b, 0, 0);
    simulation.step(1);
    const next = placeOf(simulation, particle);
    const state = [next[0], isFlow ? next[1] : simulation.velocities[3 * particle]];
    simulation.free();
    return state;
  };
  const origin = image(0, 0);
  const one = image(far, 0);
  const two = image(0, far);
  const [a, b] = [one, two].map((state) => state.map((part, axis) => (part - origin[axis]) / far));
  return a[0] * b[1] - a[1] * b[0];
}

function fingers(simulation: Simulation) {
  const radius = 0.1;
  const count = 720;
  const grows = Array.from({ length: count }, (_, n) => {
    const angle = (2 * Math.PI * (n + 0.5)) / count;
    const x = radius * Math.cos(angle);
    const y = radius * Math.sin(angle);
    return Number(simulation.stabilityFactor(x, y)) > Math.exp(x);
  });
  return grows.filter((now, n) => now && !grows.at(n - 1)).length;
}

function touching({ positions, system: { obstacles } }: Simulation) {
  const ball = obstacles.find(({ shape }) => shape === "sphere");
  if (ball?.shape !== "sphere") throw new Error("there is no ball");
  const { centre, radius } = ball;
  return vectors(positions).filter((place) => distance(place, [...centre]) < radius + 1e-3).length;
}

function sharpest(simulation: Simulation) {
  const places = vectors(simulation.positions);
  const width = Number(simulation.get("width"));
  let most = 0;
  for (const [i, now] of places.entries()) {
    const column = i % width;
    const lines = [
      column > 0 && column < width - 1 ? [places[i - 1], places[i + 1]] : [],
      i >= width && i < places.length - width ? [places[i - width], places[i + width]] : [],
    ];
    for (const [before, after] of lines.filter(({ length }) => length > 0)) {
      const spacing = (distance(before, now) + distance(now, after)) / 2;
      const bend = now.map((part, axis) => before[axis] - 2 * part + after[axis]);
      most = Math.max(most, Math.hypot(...bend) / spacing ** 2);
    }
  }
  return most;
}

function opposed(simulation: Simulation) {
  settled(simulation);
  const mode = simulation.analysis.mode();
  const width = Number(simulation.get("width"));
  const pairs = Array.from({ length: mode.length / 3 }, (_, i) => i).filter((i) => i % width > 0);
  return pairs.filter((i) => mode[3 * i] * mode[3 * i - 3] < 0).length / pairs.length;
}

const largestPart = (shape: Float64Array) =>
  Math.floor(shape.reduce((best, part, i) => (Math.abs(part) > Math.abs(shape[best]) ? i : best), 0) / 3);

/** An end of the most strained spring. */
function mostStrained(simulation: Simulation) {
  const { springs, restLengths } = simulation.system;
  const places = vectors(simulation.positions);
  let best = 0;
  let most = 0;
  for (const [i, rest] of restLengths.entries()) {
    const strain = Math.abs(distance(places[springs[2 * i]], places[springs[2 * i + 1]]) / rest - 1);
    if (strain > most) {
      best = springs[2 * i];
      most = strain;
    }
  }
  return best;
}

function fromCorner(simulation: Simulation, particle: number) {
  const width = Number(simulation.get("width"));
  const row = Math.floor(particle / width);
  const column = particle % width;
  return Math.max(row, Math.min(column, width - 1 - column));
}

/**
 * A link's run and those that it compares: the laboratory as its page has it, with all other
 * parameters at the page's values.
 */
function runsOf({ lab, scene, compare }: PageLab, request: import("../www/links.ts").LabRequest) {
  const { run, page } = lab;
  const restore = run.keep();
  for (const [key, value] of request.values) assert.ok(run.set(key, value), `${key}=${value}`);
  page.compare(request.compare ?? compare);
  const { settings } = run;
  const values = Object.fromEntries(settings.values.filter(([key]) => !settings.isOwn(key) || COORDINATE.test(key)));
  const own = run.motion.compared.map((one) => one.values);
  page.compare("");
  restore();
  return {
    run: derived(new Run(scene, values)),
    others: own.map((differs) => ({ own: differs, run: derived(new Run(scene, { ...values, ...differs })) })),
  };
}

for (const { path } of LESSONS) {
  const html = htmlOf(path);
  const labs = await openLabs(html);
  after(() => {
    for (const { lab } of labs) lab.close();
  });
  const links = linksOf(html);
  test(`${path}: every live link has a claim`, () => {
    for (const run of shared.values()) run.free();
    shared.clear();
    const without = links.filter(({ claim }) => !claim).map(({ address }) => address);
    assert.deepEqual(without, []);
  });
  for (const link of links.filter(({ claim }) => claim)) {
    test(`${path}: ${link.address} claims ${link.claim}`, () => {
      const [[lab, request], ...further] = settingsOf(link, labs);
      assert.equal(further.length, 0, "a claim is about one laboratory");
      const { run, others } = runsOf(lab, request);
      try {
        if (request.until) assert.equal(run.explosion(Number(request.until)), Number.POSITIVE_INFINITY);
        confirm(String(link.claim), wordsOf(run, others));
      } finally {
        for (const one of changed.splice(0)) one.free();
      }
    });
  }
}
