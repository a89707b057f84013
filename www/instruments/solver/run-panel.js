// The panel of an imported run: a field for pasted tables, examples, and what was found.
import { element } from "../../base/dom.js";
import { significant } from "../../base/format.js";
import { columnNames } from "./columns.js";
import { example } from "./example.js";
import { readRun } from "./imported-run.js";
import { findings } from "./observed.js";
import { overlay } from "./overlay.js";
import { referenceOf } from "./reference.js";
import { resemblance } from "./resemblance.js";
import { sentences } from "./sentences.js";
import { trialOf } from "./trial.js";

/** @import { Lab, Show } from "../../lab/show.js" */
/** @import { ImportedRun } from "./imported-run.js" */
/** @import { Overlay } from "./overlay.js" */
/** @import { Verdict } from "./resemblance.js" */
/** @import { Trial } from "./trial.js" */

/**
 * @typedef {object} RunPanel
 * @property {HTMLElement[]} elements
 * @property {(files: { name: string, text: string }[]) => void} open  reads a run, or throws
 * @property {(key: string) => void} changed  judges the run anew with another parameter
 */

/** Time in ms for which parameters rest before a run is judged. */
const REST = 200;

/** Tolerance for a time of 0, in rows. */
const ROUNDING = 1e-6;

/**
 * @param {Lab} lab
 * @param {Show} show
 * @param {string[]} keys  of the parameters that a motion depends on
 * @param {(file: File) => void} open  opens a file as if it was chosen
 * @param {() => void} opened  called when a run is shown
 * @returns {RunPanel}
 */
export function runPanel(lab, show, keys, open, opened) {
  /** @type {{ run: ImportedRun, laid: Overlay } | undefined} */
  let shown;
  /** Number of comparisons begun: only the last one goes on. */
  let turn = 0;
  const verdict = element("p", { role: "status" });
  const numbers = element("table");
  const remove = element("button", { type: "button", textContent: "Remove the run" });
  const clear = () => {
    shown = undefined;
    turn += 1;
    verdict.replaceChildren();
    numbers.replaceChildren();
    numbers.hidden = remove.hidden = true;
  };
  const judge = async (wait = REST) => {
    if (!shown) return;
    turn += 1;
    const [{ run, laid }, mine] = [shown, turn];
    const pause = async (wait = 0) => {
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (mine !== turn) throw new Error("Another comparison has begun.");
    };
    verdict.textContent = `Comparing ${run.name} with all methods …`;
    /** @type {Trial | undefined} */
    let trial;
    try {
      await pause(wait);
      trial = trialOf(lab, keys);
      const reference = referenceOf(run, trial);
      laid.refresh(trial, reference);
      lab.redraw();
      numbers.replaceChildren(...rows(findings(run, trial, reference)));
      const found = await resemblance(run, trial, pause);
      verdict.textContent = [...sentences(found, run), run.note ?? ""].join(" ").trim();
      const { parameters } = laid.content;
      for (const key of ["method", "timeStepSize"]) Reflect.deleteProperty(parameters, key);
      const { timeStepSize, ...values } = { ...trial.values, ...resembled(found, run) };
      Object.assign(parameters, values, found.matches.length > 0 && { timeStepSize });
    } catch (error) {
      if (mine === turn) verdict.textContent = /** @type {Error} */ (error).message;
    } finally {
      trial?.simulation.free();
    }
  };
  clear();
  const removeRun = () => {
    if (shown) lab.remove(shown.laid.content);
  };
  remove.addEventListener("click", removeRun);
  const chosen = () => (lab.scene === "cloth" ? show.pictures[0].chosen() : undefined);
  const table = (/** @type {number} */ index) => {
    const trial = trialOf(lab, keys);
    try {
      return example(trial, index, chosen());
    } finally {
      trial.simulation.free();
    }
  };
  return {
    elements: [columns(lab.scene), pasting(lab.scene, open), examples(table, open), verdict, numbers, remove],
    open: (files) => {
      if (files.length !== 1)
        throw new Error(`A run is one file; ${files.map(({ name }) => name).join(", ")} were given.`);
      const [{ name, text }] = files;
      const trial = trialOf(lab, keys);
      try {
        const { scene, simulation } = trial;
        const [count, { fixed }] = [simulation.positions.length / 3, simulation.system];
        const run = readRun(text, { scene, count, fixed, chosen: chosen() }, name);
        check(run, trial);
        const laid = overlay(run, trial, referenceOf(run, trial), lab.quantities(), lab.simulation);
        removeRun();
        lab.lay(Object.assign(laid.content, { removed: clear }));
        lab.simulation.restart();
        shown = { run, laid };
        numbers.hidden = remove.hidden = false;
      } finally {
        trial.simulation.free();
      }
      opened();
      judge(0);
    },
    changed: (key) => {
      if (keys.includes(key)) judge();
    },
  };
}

/** Refuses a run that can't be compared. @param {ImportedRun} run @param {Trial} trial */
function check({ begin, spacing }, { values: { waveform, path } }) {
  if (waveform === "hand")
    throw new Error("A run is compared with a drive by a formula; the drive by hand is another each time.");
  const driven = waveform !== undefined || path === "circle" || path === "eight";
  if (driven && Math.abs(begin) > ROUNDING * spacing)
    throw new Error(`A driven run begins at the time 0 s; the first row has ${significant(begin)} s.`);
}

/**
 * Method and step of a run, if it is clear what they are.
 * @param {Verdict} verdict @param {ImportedRun} run
 */
function resembled({ matches }, { spacing }) {
  const [match] = matches;
  return match ? { method: match.method.value, timeStepSize: spacing / match.every } : {};
}

/** Says which columns a table may have. @param {string} scene */
function columns(scene) {
  const masses =
    scene === "cloth"
      ? " x_17 is of mass 17, row by row from the top left; without a number it is the chosen one."
      : "";
  return element("p", {}, `Columns: ${columnNames(scene)}; not all are needed.${masses}`);
}

/** A field for a pasted table. @param {string} scene @param {(file: File) => void} open */
function pasting(scene, open) {
  const placeholder = columnNames(scene).replaceAll(", ", "; ");
  const field = element("textarea", { rows: 3, cols: 40, placeholder, spellcheck: false });
  const button = element("button", { type: "button", textContent: "Read the table" });
  button.addEventListener("click", () => open(new File([field.value], "the pasted table")));
  return element("div", { className: "paste" }, element("label", {}, "Or paste a table ", field), button);
}

/**
 * Buttons for ready-made runs.
 * @param {(index: number) => string} table @param {(file: File) => void} open
 */
function examples(table, open) {
  const buttons = ["A", "B", "C"].map((letter, i) => {
    const button = element("button", { type: "button", textContent: `Example ${letter}` });
    button.addEventListener("click", () => open(new File([table(i)], `Example ${letter}`)));
    return button;
  });
  return element("div", { className: "buttons" }, ...buttons);
}

/** A table of names and values. @param {[name: string, value: string][]} found */
function rows(found) {
  return found.map(([name, value]) =>
    element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value)),
  );
}
