// Attributes of <spring-lab>: its own, and parameters.
import { quoted } from "../base/quote.ts";
import type { Parameter } from "../types.ts";
import { kebabCase, keyOf } from "./model/names.ts";

/** Attributes of every HTML element, and React 18's name of `class`. */
const GLOBAL =
  /^(class(name)?|id|style|hidden|lang|dir|title|role|slot|(export)?parts?|tabindex|inert|is|nonce|translate|draggable|popover|anchor|accesskey|autofocus|autocapitalize|autocorrect|inputmode|enterkeyhint|spellcheck|writingsuggestions|contenteditable|elementtiming|item.*|data-.*|aria-.*|on.*)$/;

/** Attribute of an element whose other attributes come from an address. */
export const ADDRESSED = "data-addressed";

/** Attributes that frameworks add. */
const FOREIGN = /^[^a-z]|[^a-z0-9-]|^(x|v|ng|hx|astro)-/;

/**
 * The element's own attributes and the properties that reflect them, with their values if absent:
 * false for an attribute that is present or absent. Names, types and comments here also make the
 * properties, the type declarations and the custom elements manifest.
 */
export const OWN = {
  /** id of the scene, such as "damper" */
  scene: "",
  /**
   * files of a scene such as `mesh`, or of a moment: addresses on the page's own server, separated
   * by spaces, as in `src="models/tent.obj models/tent.json"`
   */
  src: "",
  /**
   * visible parts, of picture, plot, controls, numbers, notes, time (the timeline), save and help;
   * all if left out
   */
  show: "",
  /**
   * parameters that can be set, in this order, as in `controls="stiffness damping"`; shows the
   * controls even if `show` leaves them out
   */
  controls: "",
  /**
   * runs beside the laboratory's own, up to three: methods, or values of parameters that differ, as
   * in `compare="explicit-euler time-step-size=0.02"`
   */
  compare: "",
  /** name for screen readers and title of saved images; the scene's title if left out */
  label: "",
  /** "eager" to start at once, even if not visible */
  loading: "",
  /** does not run by itself */
  paused: false,
  /**
   * no other parameters can be set or read, not even by scripts, for exercises in which students
   * find them; numbers and notes, which may reveal them, are hidden unless in `show`
   */
  locked: false,
};

/** Parts of a laboratory that can be hidden. Playback buttons and clock can't. */
export const PARTS = ["picture", "plot", "controls", "numbers", "notes", "time", "save", "help"];

/** The author's choice of parts, of controls by key, and whether other parameters are locked. */
export type Arrangement = { show?: string[]; controls?: string[]; locked: boolean };

/** True for the value of an attribute that is present and neither "false" nor "0". */
function isOn(value: unknown) {
  return value === "" || (Boolean(value) && !["false", "0"].includes(String(value).trim().toLowerCase()));
}

/** True if an attribute is present and neither "false" nor "0". */
export function has(node: Element, name: string) {
  return isOn(node.getAttribute(name));
}

/** Defines a property for each own attribute. @param prototype  of the element */
export function reflect(prototype: HTMLElement) {
  for (const [name, absent] of Object.entries(OWN)) {
    const isFlag = typeof absent === "boolean";
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: Element) {
        return isFlag ? has(this, name) : (this.getAttribute(name) ?? absent);
      },
      /** @param value  null and undefined remove the attribute */
      set(this: Element, value: unknown) {
        const isAbsent = isFlag ? !isOn(value) : value === null || value === undefined;
        if (isAbsent) this.removeAttribute(name);
        else this.setAttribute(name, isFlag ? "" : String(value));
      },
    });
  }
}

/** Takes over properties that were set before the element was defined. */
export function upgrade(node: HTMLElement) {
  for (const name of Object.keys(OWN)) {
    if (!Object.hasOwn(node, name)) continue;
    const value = Reflect.get(node, name);
    Reflect.deleteProperty(node, name);
    Reflect.set(node, name, value);
  }
}

/** True if an attribute is a parameter. */
export function isParameter(name: string) {
  return !Object.hasOwn(OWN, name) && !GLOBAL.test(name) && !FOREIGN.test(name);
}

/** Parameters among an element's attributes, as pairs of name and text. */
export function parametersOf(node: Element) {
  return [...node.attributes].filter(({ name }) => isParameter(name)).map(({ name, value }) => [name, value] as const);
}

/** Arrangement by attributes, unchecked. */
export function arrangementOf(node: Element, parameters: Pick<Parameter, "key">[]): Arrangement {
  return {
    show: words(node, "show")?.map((word) => word.toLowerCase()),
    controls: words(node, "controls")?.map((word) => keyOf(word, parameters)),
    locked: has(node, "locked"),
  };
}

/** Parts other than controls that reveal values of parameters. */
const VALUE_PARTS = ["numbers", "notes"];

/** Visible parts; all if undefined. */
export function shown({ show, controls, locked }: Arrangement) {
  if (!show) return locked ? PARTS.filter((part) => !VALUE_PARTS.includes(part)) : undefined;
  return controls ? [...show, "controls"] : show;
}

/**
 * Checks the parts and controls of an arrangement.
 * @param keys  of all parameters
 * @throws for an unknown word, with the known ones
 */
export function check({ show = [], controls = [] }: Arrangement, keys: string[]) {
  const part = show.find((word) => !PARTS.includes(word));
  if (part !== undefined) throw new Error(`show must have words of ${PARTS.join(", ")}; ${quoted(part)} was given.`);
  const key = controls.find((word) => !keys.includes(word));
  if (key === undefined) return;
  throw new Error(
    `controls must have words of ${keys.map(kebabCase).join(", ")}; ${quoted(kebabCase(key))} was given.`,
  );
}

/** Words of an attribute, between spaces or commas. */
function words(node: Element, name: string) {
  return node
    .getAttribute(name)
    ?.split(/[\s,;]+/)
    .filter(Boolean);
}
