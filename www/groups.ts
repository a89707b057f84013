// Groups of a simulation: members that many programs never need, behind four properties.

/** Members by group, with the names that they have in the engine. */
export const GROUPS = {
  analysis: [
    "exact",
    "dampingRatio",
    "period",
    "amplification",
    "convergence",
    "rehearse",
    "modifiedEnergy",
    "noModifiedEnergy",
    "predictedDeviation",
    "measuredDeviation",
    "stepLimit",
    "stableRange",
    "growthSource",
    "reason",
    "idle",
    "substeps",
    "substep",
    "enoughSubsteps",
    "spectrum",
    "mode",
    "modes",
    "matrices",
    "rates",
    "growthMap",
    "stepMatrix",
    "pair",
    "field",
    "insideStep",
    "constants",
    "drive",
    "response",
    "resonance",
    "steady",
    "measure",
    "solver",
    "acceptedSteps",
    "rejectedSteps",
    "effort",
    "residual",
  ],
  hand: ["hold", "release", "setPosition", "setVelocity", "cut"],
  history: ["moment", "goTo", "state", "setState", "changes", "reverse", "backwards"],
  system: [
    "springs",
    "stiffnesses",
    "dampings",
    "restLengths",
    "setSpring",
    "torn",
    "stretch",
    "masses",
    "fixed",
    "forces",
    "momentum",
    "angularMomentum",
    "links",
    "linkLengths",
    "obstacles",
    "air",
    "loadMesh",
    "meshReport",
    "draw",
  ],
};

/** Descriptions of the groups, for editors. */
const ABOUT: Record<string, string> = {
  analysis: "What theory says about the motion: exact solution, step limits, modes, resonance, convergence.",
  hand: "Changes from outside: holds, moves and throws particles, cuts links.",
  history: "States in memory, and steps back in time.",
  system: "The parts of the scene: springs, masses, links, obstacles, a loaded mesh.",
};

/**
 * Moves members of the class of simulations into groups. A group is made when it is first read, and
 * forwards to its simulation, whose own members are behind symbols.
 */
export function addGroups({ prototype }: any) {
  for (const [group, names] of Object.entries(GROUPS)) {
    const owners = new WeakMap();
    // without an owner the call is refused by the prototype, which is no simulation
    const owner = (object: any) => owners.get(object) ?? prototype;
    const members = Object.create(Object.prototype);
    for (const name of names) {
      const own = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor;
      const hidden = Symbol(name);
      delete prototype[name];
      Object.defineProperty(prototype, hidden, own);
      const forward = own.get
        ? {
            get() {
              return owner(this)[hidden];
            },
          }
        : {
            value(...given: unknown[]) {
              return owner(this)[hidden](...given);
            },
          };
      Object.defineProperty(members, name, { ...forward, configurable: true, enumerable: true });
    }
    Object.defineProperty(prototype, group, {
      configurable: true,
      get() {
        const value = Object.create(members);
        owners.set(value, this);
        Object.defineProperty(this, group, { value });
        return value;
      },
    });
  }
}

/**
 * Types of the groups: an interface for each, with the declarations of its members. The build calls
 * it with the glue of the engine.
 * @param glue  with the declaration of the class of simulations
 */
export function declareGroups(glue: string) {
  const [before] = glue.match(/(?<=^export class Simulation \{\n).*?(?=^\})/ms) ?? [""];
  let after = before;
  let properties = "";
  let interfaces = "";
  for (const [group, names] of Object.entries(GROUPS)) {
    const type = group[0].toUpperCase() + group.slice(1);
    const members = names.map((name) => {
      const [member] =
        before.match(new RegExp(`^ {4}/\\*\\*\n(?: {5}.*\n)+ {4}(?:readonly )?${name}\\b.*\n`, "m")) ?? [];
      if (!member) throw new Error(`The engine's simulation has no ${name}.`);
      after = after.replace(member, "");
      return member;
    });
    properties += `    /** ${ABOUT[group]} */\n    readonly ${group}: ${type};\n`;
    interfaces += `\nexport interface ${type} {\n${members.join("")}}\n`;
  }
  return glue.replace(before, () => properties + after) + interfaces;
}
