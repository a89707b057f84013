// The panel of an imported run: a field for pasted tables, examples, and what was found.
import { element } from "../../base/dom.js";
import { significant } from "../../base/format.js";
import { quoted } from "../../base/quote.js";
import { columnChoice } from "./column-choice.js";
import { columnNames, ROLES } from "./columns.js";
import { example } from "./example.js";
import { chosenColumns, runOf, tableOf } from "./imported-run.js";
import { findings } from "./observed.js";
import { overlay } from "./overlay.js";
import { referenceOf } from "./reference.js";
import { resemblance } from "./resemblance.js";
import { recordOf, sentences } from "./sentences.js";
import { trialOf } from "./trial.js";

/** @import { ImportedVerdict, Lab, Show } from "../../lab/show.js" */
/** @import { Particles } from "./columns.js" */
/** @import { ImportedRun } from "./imported-run.js" */
/** @import { Overlay } from "./overlay.js" */
/** @import { Verdict } from "./resemblance.js" */
/** @import { Table } from "./table.js" */
/** @import { Trial } from "./trial.js" */

/**
 * @typedef {object} RunPanel
 * @property {HTMLElement[]} elements
 * @property {(files: { name: string, text: string }[]) => Promise<ImportedVerdict>} open
 *   reads a run or throws, and resolves with the verdict
 * @property {(key: string) => void} changed  judges the run anew with another parameter
 */

/** Time in ms for which parameters rest before a run is judged. */
const REST = 200;

/** Tolerance for a time of 0, in rows. */
const ROUNDING = 1e-6;

/** Sentence of a comparison that was given up. */
const SUPERSEDED = "Another comparison has begun.";

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
  const choice = columnChoice((chosen) => lab.act(() => choose(chosen), "files"));
  const clear = () => {
    shown = undefined;
    turn += 1;
    verdict.replaceChildren();
    numbers.replaceChildren();
    choice.clear();
    numbers.hidden = remove.hidden = true;
  };
  /** @returns {Promise<ImportedVerdict>} */
  const judge = async (wait = REST) => {
    turn += 1;
    const { run, laid } = /** @type {NonNullable<typeof shown>} */ (shown);
    const mine = turn;
    const pause = async (wait = 0) => {
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (mine !== turn) throw new Error(SUPERSEDED);
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
      const found = run.even ? await resemblance(run, trial, pause) : undefined;
      const said = found ? sentences(found, run) : [`${run.name}: a method is told by equal time steps.`];
      verdict.textContent = [...said, ...run.notes.map(closed)].join(" ");
      const { parameters } = laid.content;
      for (const key of ["method", "timeStepSize"]) Reflect.deleteProperty(parameters, key);
      const { timeStepSize: _, ...values } = trial.values;
      Object.assign(parameters, values, found && resembled(found));
      return recordOf(run, verdict.textContent, found);
    } catch (error) {
      if (mine === turn) verdict.textContent = /** @type {Error} */ (error).message;
      throw error;
    } finally {
      trial?.simulation.free();
    }
  };
  clear();
  const removeRun = () => {
    if (shown) lab.remove(shown.laid.content);
  };
  remove.addEventListener("click", removeRun);
  const chosen = () => (ROLES[lab.scene].many ? show.pictures[0].chosen() : undefined);
  /** @template T @param {(trial: Trial, particles: Particles) => T} action */
  const withTrial = (action) => {
    const trial = trialOf(lab, keys);
    try {
      const { scene, simulation, values } = trial;
      const count = simulation.positions.length / 3;
      const { fixed } = simulation.system;
      return action(trial, { scene, count, fixed, chosen: chosen(), mass: Number(values.mass) });
    } finally {
      trial.simulation.free();
    }
  };
  /**
   * Shows the run of a table.
   * @param {Table} table @param {string} name @param {Map<string, number>} [by]  chosen columns
   */
  const read = (table, name, by) =>
    withTrial((trial, particles) => {
      const run = runOf(table, particles, name, by);
      check(run, trial);
      const laid = overlay(run, trial, referenceOf(run, trial), lab.quantities(), lab.simulation);
      removeRun();
      lab.lay(Object.assign(laid.content, { removed: clear }));
      lab.simulation.restart();
      shown = { run, laid };
      numbers.hidden = remove.hidden = false;
      choice.show(table, name, chosenColumns(run, particles));
    });
  const choose = (/** @type {ReturnType<typeof choice.chosen>} */ { table, name, columns }) => {
    read(table, name, columns);
    judge(0).catch(() => {}); // the panel says why
  };
  return {
    elements: [
      columns(lab.scene),
      pasting(lab.scene, open),
      examples((index) => withTrial((trial) => example(trial, index, chosen())), open),
      verdict,
      choice.element,
      numbers,
      remove,
    ],
    open: (files) => {
      if (files.length !== 1)
        throw new Error(`A run is one file; ${quoted(files.map(({ name }) => name).join(", "))} were given.`);
      const [{ name, text }] = files;
      const table = tableOf(text);
      try {
        read(table, name);
      } catch (error) {
        // the reader may choose the columns that have no known names
        if (!shown) withTrial((_, particles) => choice.show(table, name, chosenColumns(undefined, particles)));
        if (!shown) opened();
        throw error;
      }
      opened();
      return judge(0);
    },
    changed: (key) => {
      if (keys.includes(key) && shown) judge().catch(() => {}); // the panel says why
    },
  };
}

/** A note as a sentence. @param {string} note */
function closed(note) {
  return /[.!?]$/.test(note) ? note : `${note}.`;
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
 * @param {Verdict} verdict
 */
function resembled({ matches, spacing }) {
  const [match] = matches;
  return match && { method: match.method.value, timeStepSize: spacing / match.every };
}

/** Says which columns a table may have. @param {string} scene */
function columns(scene) {
  const masses = ROLES[scene].many
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
