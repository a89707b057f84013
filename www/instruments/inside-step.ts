// The inside of a step: its moments one after the other, as a picture and as formulas with numbers.
import { element, keyName, write } from "../base/dom.ts";
import type { Lab, Show, View } from "../lab/show.ts";
import { Axes } from "../plots/axes.ts";
import { drawStep } from "./inside/drawn.ts";
import { Teller } from "./inside/told.ts";

/** Most moments that the engine keeps. */
const MAX_MOMENTS = 1000;

/** Part of the time that may go into traces while the simulation runs. */
const SHARE = 0.1;

/** Move from a number to one of at most `last`. */
type Move = (at: number, last: number) => number;

const BACK: Move = (at) => at - 1;
const FORWARD: Move = (at) => at + 1;
const FIRST: Move = () => 0;
const LAST: Move = (_, last) => last;

/** Moves by keys. */
const MOVES = new Map([
  ["ArrowLeft", BACK],
  ["ArrowRight", FORWARD],
  ["Home", FIRST],
  ["End", LAST],
]);

export class InsideStep implements View {
  name = "inside a step";
  leads = true;
  element;
  #lab;
  #picture;
  #axes;
  #frame = element("div", { className: "chart" });
  #back = button("Back", () => this.#go(BACK));
  #forward = button("Forward", () => this.#go(FORWARD));
  #place = element("output", { className: "count", "aria-live": "off" });
  #title = element("p", { className: "action" });
  #formula = element("p", { className: "formula" });
  #numbers = element("div");
  /** Action, formula and numbers, which are read aloud while the user goes through the moments. */
  #told = element("div", {}, this.#title, this.#formula, this.#numbers);
  #spoken = element("p", { id: "inside-moment", className: "hidden" });
  /** Number of the present moment; the last one of each step if undefined. */
  #at: number | undefined;
  #teller: Teller | undefined;
  #refusal = "";
  /** Time after which the next trace may be taken while the simulation runs, in ms. */
  #due = 0;

  /** @param show  whose first picture has the chosen particle */
  constructor(lab: Lab, { pictures: [picture] }: Pick<Show, "pictures">) {
    this.#lab = lab;
    this.#picture = picture;
    const canvas = element("canvas", {
      tabIndex: 0,
      role: "application",
      "aria-label":
        "Inside a step. Right and left arrow keys go to the next moment and back, Home and End to the first and the last.",
      "aria-describedby": this.#spoken.id,
    });
    this.#axes = new Axes({ x: "", y: "" }, "", lab.color, canvas);
    this.#frame.append(canvas);
    const buttons = element("div", { className: "buttons" }, this.#back, this.#place, this.#forward);
    const text = element("div", { className: "told" }, buttons, this.#told);
    const inner = element("div", { className: "beside" }, this.#frame, text);
    this.element = element("section", { className: "instrument", "aria-label": "Inside a step" }, inner, this.#spoken);
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  shown = () => this.#lab.get("inside") !== "off";

  /** Number of the last moment. */
  get #last() {
    return (this.#teller?.step.moments.length ?? 1) - 1;
  }

  /** Number of the present moment. */
  get #index() {
    return Math.min(this.#at ?? this.#last, this.#last);
  }

  #key(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const move = MOVES.get(keyName(event));
    if (!move) return;
    event.preventDefault();
    this.#go(move);
  }

  /** Goes to another moment; beyond the last one takes the step. */
  #go(move: (at: number, last: number) => number) {
    const at = move(this.#index, this.#last);
    this.#lab.pause();
    if (at > this.#last) this.#lab.step();
    this.#at = at > this.#last ? 0 : Math.max(at, 0);
    this.#lab.redraw();
  }

  draw() {
    if (!this.shown()) {
      this.#at = undefined;
      this.#teller = undefined;
      return;
    }
    if (this.#lab.timeRate() > 0) this.#at = undefined;
    this.#trace();
    this.#axes.size = { width: this.#frame.clientWidth, height: this.#frame.clientHeight };
    const teller = this.#teller;
    const index = this.#index;
    const last = this.#last;
    const color = this.#lab.color;
    if (teller) {
      const plane = String(this.#lab.get("inside"));
      const look = { color, own: color(`--${this.#lab.get("method")}`) || color("--accent") };
      drawStep(this.#axes, plane, teller, index, this.#lab.simulation, look);
    } else {
      this.#axes.draw({ low: 0, high: 1 }, { low: 0, high: 1 }, [], () => {});
    }
    const { name, formula, numbers } = teller?.tell(index) ?? { name: "No step", formula: this.#refusal, numbers: [] };
    this.#told.ariaLive = this.#at === undefined ? "off" : "polite";
    this.#back.disabled = index === 0;
    this.#forward.disabled = !teller;
    write(this.#place, teller ? `${index + 1} of ${last + 1}` : "");
    write(this.#title, name);
    write(this.#formula, formula);
    const lines = [...numbers, ...this.#remarks(index)];
    while (this.#numbers.children.length < lines.length) this.#numbers.append(element("p"));
    for (const [i, node] of [...this.#numbers.children].entries()) {
      write(node, lines[i] ?? "");
      (node as HTMLElement).hidden = i >= lines.length;
    }
  }

  /** Remarks on the step: its particle, substeps, and moments that are left out. */
  #remarks(index: number) {
    const { simulation } = this.#lab;
    const { substeps } = simulation.analysis;
    if (!this.#teller) return [];
    const { moments, particle } = this.#teller.step;
    const isOneOfMany = moments[index].particles.length !== 2 && [...this.#picture.movable()].length > 1;
    return [
      ...(isOneOfMany ? [`Particle ${particle + 1}.`] : []),
      ...(substeps > 1 ? [`The first of ${substeps} substeps.`] : []),
      ...(this.#last + 1 === MAX_MOMENTS && index === this.#last ? ["Moments before this one are left out."] : []),
    ];
  }

  /** Traces the next step, while the simulation runs only for a small part of the time. */
  #trace() {
    const now = performance.now();
    if (this.#lab.timeRate() > 0 && now < this.#due) return;
    const { simulation } = this.#lab;
    const { analysis, history } = simulation;
    const particle = this.#particle;
    try {
      this.#teller = new Teller({
        moments: analysis.insideStep(particle),
        particle,
        length: history.backwards ? -analysis.substep : analysis.substep,
        method: String(simulation.get("method")),
      });
      this.#refusal = "";
    } catch (error) {
      this.#teller = undefined;
      this.#refusal = (error as Error).message;
    }
    this.#due = now + (performance.now() - now) / SHARE;
  }

  /** The particle that the picture has chosen; the first free one if the path of that is given. */
  get #particle() {
    const { positions, system } = this.#lab.simulation;
    const isFixed = (particle: number) => system.fixed.includes(particle);
    const chosen = this.#picture.chosen();
    if (!isFixed(chosen)) return chosen;
    let free = 0;
    while (isFixed(free)) free += 1;
    return free < positions.length / 3 ? free : chosen;
  }

  describe() {
    if (!this.shown()) return;
    const { name, formula, numbers } = this.#teller?.tell(this.#index) ?? {
      name: "No step",
      formula: this.#refusal,
      numbers: [],
    };
    write(this.#spoken, `${this.#place.textContent}. ${name}: ${formula}. ${numbers.join("; ")}.`);
  }
}

function button(textContent: string, action: () => void) {
  const node = element("button", { type: "button", textContent });
  node.addEventListener("click", action);
  return node;
}
