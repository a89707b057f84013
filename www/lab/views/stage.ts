// The layout of a laboratory's parts: a large place and small ones for its views, and full screen.
// It knows no physics.
import { drawing, element } from "../../base/dom.ts";

/** Full screen: its key, and the button's name outside and inside. */
const FULL_SCREEN = { key: "F", enter: "Full screen", leave: "Leave full screen" };

/** Icon of the button, the four corners of a screen, as an SVG path. */
const CORNERS = "M1 5V1h4M11 1h4v4M15 11v4h-4M5 15H1v-4";

/** Icon of the button that shows a view large, two arrows outwards, as an SVG path. */
const ARROWS = "M9 7l5-5M9 2h5v5M7 9l-5 5M2 9v5h5";

/** Least horizontal and largest vertical length of a swipe, in px. */
const SWIPE = { across: 60, along: 40 };

/** An element that can be shown large: a picture, a plot or a panel. */
interface View {
  element: HTMLElement;
  name: string;
  /** Part with which it is hidden. */
  part: string;
  /** Place among the views; equal ones are in the order in which they came. */
  order: number;
  /** True if it is large while it is shown, but for the user's choice. */
  leads?: boolean;
  /** False while the user has switched it off. */
  shown?: () => boolean;
}

/** Placed with its buttons. */
type Placed = View & Record<"button" | "tab", HTMLButtonElement>;

/** The parts of a laboratory. The first ones stay in view; the others scroll under them. */
interface Parts {
  /** Name for screen readers. */
  name: string;
  /**
   * Message over the picture, so that nothing jumps when it appears; below the picture while it
   * offers remedies.
   */
  message: HTMLElement;
  /** Examples to choose from, after the small views. */
  presets?: HTMLElement;
  /** Playback buttons, clock and others, under the picture. */
  play: HTMLElement[];
  /** The first is a picture. */
  views: View[];
  /** True while a mass is held, when no view may move. */
  holds: () => boolean;
  /** The view that is large where the small places are in view beside it. */
  main: View;
  controls: HTMLElement;
  numbers: HTMLElement;
  notes: HTMLElement[];
  /** The timeline. */
  time: HTMLElement;
  /** Buttons that reset, save and share. */
  save: HTMLElement;
  help: HTMLElement;
}

export class Stage {
  element;
  /** The picture and the playback bar, which stay in view while the rest scrolls. */
  front;
  #host;
  #full;
  #scene;
  #side;
  #views;
  /** The view that its show names. */
  #named;
  /** The view that is large unless the user chooses another, or it is hidden. */
  #main;
  #holds;
  /** Names of the views, to choose from on a narrow stage, and a button that folds the strip. */
  #tabs = element("div", { className: "tabs", role: "group", "aria-label": "Large view" });
  #fold = element("button", { type: "button", className: "fold", ariaExpanded: "true", textContent: "Fold" });
  /** The large, the usual and the visible views when they were placed. */
  #arrangement: Placed[] = [];
  /** The user's choice. */
  #chosen: Placed | undefined;
  /** True if full screen was requested last. */
  #wanted = false;
  /** Elements that can be hidden, by part. */
  #parts: Record<string, HTMLElement[]>;
  /** Parts that are shown; all if undefined. */
  #shown: string[] | undefined;

  /** @param host  the element that fills the screen */
  constructor(
    host: HTMLElement,
    { name, message, presets, play, views, main, holds, controls, numbers, notes, time, save, help }: Parts,
  ) {
    this.#host = host;
    this.#views = views.map((view) => this.#placed(view));
    this.#named = this.#views[views.indexOf(main)];
    this.#holds = holds;
    this.#main = this.#views[0];
    this.#full = element("button", { type: "button", className: "full", "aria-keyshortcuts": FULL_SCREEN.key });
    this.#full.append(drawing("0 0 16 16", { d: CORNERS })[0]);
    this.#full.addEventListener("click", () => this.fill());
    const [buttons, clock, ...others] = play;
    const bar = element("div", { className: "play" }, buttons, clock, time, ...others);
    this.#scene = element("div", { className: "scene" }, this.#main.element, this.#full, message);
    this.#side = element("div", { className: "side" }, ...(presets ? [presets] : []));
    this.front = element("div", { className: "front" }, this.#tabs, this.#scene, bar);
    this.#fold.addEventListener("click", () => this.#toggleFold());
    this.#followSwipes();
    const desk = element("div", { className: "desk" }, controls);
    this.element = element(
      "section",
      { className: "lab", dir: "ltr", "aria-label": name },
      this.front,
      desk,
      this.#side,
      element("div", { className: "rest" }, numbers, ...notes, save, help),
    );
    this.#parts = {
      controls: presets ? [desk, presets] : [desk],
      numbers: [numbers],
      notes,
      time: [time],
      save: [save],
      help: [help],
    };
    const named = { ...this.#parts, play: [bar], message: [message] };
    for (const [part, nodes] of Object.entries(named)) for (const node of nodes) node.setAttribute("part", part);
    for (const view of views) this.#register(view);
    this.place();
    this.show();
    new ResizeObserver(() => this.#holds() || this.#adapt()).observe(this.element);
  }

  /** Adds a view, which is placed in the next frame. */
  add(view: View) {
    this.#views.push(this.#placed(view));
    this.#views.sort((one, other) => one.order - other.order);
    this.#register(view);
  }

  /** Lets a view be hidden with its part. */
  #register({ part, element }: View) {
    this.#parts[part] = [...(this.#parts[part] ?? []), element];
    element.setAttribute("part", part);
    element.hidden = this.#shown !== undefined && !this.#shown.includes(part);
  }

  /** A view with its button. */
  #placed(view: View): Placed {
    const name = `Show large: ${view.name}`;
    const button = element("button", { type: "button", className: "swap", "aria-label": name, title: "Show large" });
    const tab = element("button", { type: "button", textContent: view.name.replace("plot of ", "") });
    const placed = { ...view, button, tab };
    button.append(drawing("0 0 16 16", { d: ARROWS })[0]);
    button.addEventListener("click", () => this.#press(placed));
    tab.addEventListener("click", () => this.#choose(placed));
    view.element.classList.add("view");
    view.element.append(button);
    return placed;
  }

  /** Shows a view large, or the usual one if it is large. */
  #press(view: Placed) {
    if (this.#holds()) return;
    const before = this.#large;
    this.#chosen = view === before ? undefined : view;
    this.place();
    // an element that moves loses the focus
    (view.button.hidden ? before : view).button.focus();
  }

  /** Shows a view large. */
  #choose(view: Placed) {
    if (this.#holds()) return;
    this.#chosen = view;
    this.place();
  }

  /**
   * Shows a view large on a narrow stage, which shows one at a time.
   * @param name  its name or part
   */
  lead(name: string) {
    const view = this.#visible.find((one) => one.name === name || one.part === name);
    if (view && !this.#isWide) this.#choose(view);
  }

  /** Folds the strip above the text on a narrow stage, and unfolds it. */
  #toggleFold() {
    const folded = this.front.classList.toggle("folded");
    this.#fold.ariaExpanded = String(!folded);
    this.#fold.textContent = folded ? "Unfold" : "Fold";
  }

  /** Lets a finger that swipes over the background show the next view, on a narrow stage. */
  #followSwipes() {
    let from: { x: number; y: number } | undefined;
    this.#scene.addEventListener("pointerdown", ({ pointerType, isPrimary, clientX, clientY }) => {
      from = pointerType === "touch" && isPrimary && !this.#holds() ? { x: clientX, y: clientY } : undefined;
    });
    this.#scene.addEventListener("pointerup", ({ clientX, clientY }) => {
      if (!from || this.#isWide || this.#holds()) return;
      const across = clientX - from.x;
      const along = clientY - from.y;
      from = undefined;
      if (Math.abs(across) < SWIPE.across || Math.abs(along) > SWIPE.along) return;
      const at = this.#visible.indexOf(this.#large) - Math.sign(across);
      if (this.#visible[at]) this.#choose(this.#visible[at]);
    });
  }

  /** True if the small places are in view beside the large one. */
  get #isWide() {
    return getComputedStyle(this.element).getPropertyValue("--beside") !== "";
  }

  /** The views that neither the author nor their show has hidden. */
  get #visible() {
    return this.#views.filter(({ element }) => !element.hidden && !element.classList.contains("off"));
  }

  /** The view that is large unless the user chooses another. */
  get #usual() {
    const [first = this.#main, ...others] = this.#visible;
    return others.find(({ leads }) => leads) ?? others.find((view) => view === this.#main) ?? first;
  }

  /** The view in the large place. */
  get #large() {
    return this.#visible.find((view) => view === this.#chosen) ?? this.#usual;
  }

  /** Hides the views that their show or the user has switched off, and puts each into its place. */
  place() {
    for (const { element, shown } of this.#views) element.classList.toggle("off", shown?.() === false);
    const large = this.#large;
    const usual = this.#usual;
    const count = this.#visible.length;
    const arrangement = [large, usual, ...this.#visible];
    const before = this.#arrangement;
    if (arrangement.length === before.length && arrangement.every((view, i) => view === before[i])) return;
    this.#arrangement = arrangement;
    const small = this.#views.filter((view) => view !== large);
    fill(this.#scene, [large.element]);
    fill(
      this.#side,
      small.map(({ element }) => element),
    );
    // a page's style may hide plots too
    const shown = this.#visible.filter(({ element }) => getComputedStyle(element).display !== "none");
    this.#tabs.replaceChildren(...shown.map(({ tab }) => tab), this.#fold);
    for (const view of this.#views) {
      view.tab.setAttribute("aria-pressed", String(view === large));
      view.button.hidden = count < 2 || (view === large && view === usual);
      view.button.setAttribute("aria-pressed", String(view === large));
    }
    this.#full.hidden = count === 0;
  }

  /** Shows only these parts, or all if undefined. */
  choose(names: string[] | undefined) {
    this.#shown = names;
    for (const [part, nodes] of Object.entries(this.#parts)) {
      for (const node of nodes) node.hidden = names !== undefined && !names.includes(part);
    }
    this.#adapt();
  }

  /** Follows the width of the stage. */
  #adapt() {
    this.#main = this.#isWide ? this.#named : this.#views[0];
    this.place();
  }

  /** True if the browser shows it in full screen, as seen from any tree or document. */
  get #fillsScreen() {
    return this.#host.matches(":fullscreen");
  }

  /** Toggles full screen. If the browser refuses it, the laboratory fills the window. */
  fill() {
    const full = this.#host.toggleAttribute("data-full");
    this.#wanted = full;
    this.show();
    // the browser answers late: the request may have been undone meanwhile
    const settle = () => {
      if (!this.#wanted && this.#fillsScreen) this.#host.ownerDocument.exitFullscreen();
    };
    if (full) this.#host.requestFullscreen?.().then(settle, () => {});
    else if (this.#fillsScreen) this.#host.ownerDocument.exitFullscreen();
  }

  /** Follows the browser's own exit from full screen. */
  screenChanged() {
    this.#host.toggleAttribute("data-full", this.#fillsScreen);
    this.show();
  }

  /** Updates the button. */
  show() {
    const name = this.#host.hasAttribute("data-full") ? FULL_SCREEN.leave : FULL_SCREEN.enter;
    this.#full.ariaLabel = name;
    this.#full.title = `${name} (key ${FULL_SCREEN.key})`;
  }
}

/** Sets the first children of a place, and moves only those that are elsewhere. */
function fill(place: Element, nodes: Element[]) {
  for (const [i, node] of nodes.entries()) {
    if (place.children[i] !== node) place.insertBefore(node, place.children[i] ?? null);
  }
}
