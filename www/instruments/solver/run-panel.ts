// The panel of an imported run: a field for pasted tables, examples, and what was found.
import { element } from "../../base/dom.ts";
import { significant } from "../../base/format.ts";
import { quoted } from "../../base/quote.ts";
import type { Run } from "../../lab/model/run.ts";
import type { ImportedVerdict, Lab, Show } from "../../lab/show.ts";
import { columnChoice } from "./column-choice.ts";
import type { Particles } from "./columns.ts";
import { columnNames, ROLES } from "./columns.ts";
import { example } from "./example.ts";
import type { ImportedRun } from "./imported-run.ts";
import { chosenColumns, runOf, tableOf } from "./imported-run.ts";
import { findings } from "./observed.ts";
import type { Overlay } from "./overlay.ts";
import { overlay } from "./overlay.ts";
import { referenceOf } from "./reference.ts";
import type { Verdict } from "./resemblance.ts";
import { resemblance } from "./resemblance.ts";
import { recordOf, sentences } from "./sentences.ts";
import type { Table } from "./table.ts";
import type { Trial } from "./trial.ts";
import { trialOf } from "./trial.ts";

export interface RunPanel {
  elements: HTMLElement[];
  /** Reads a run or throws, and resolves with the verdict. */
  open: (files: { name: string; text: string }[]) => Promise<ImportedVerdict>;
  /** Judges the run anew with another parameter. */
  changed: (key: string) => void;
}

/** Time in ms for which parameters rest before a run is judged. */
const REST = 200;

/** Tolerance for a time of 0, in rows. */
const ROUNDING = 1e-6;

/** Sentence of a comparison that was given up. */
const SUPERSEDED = "Another comparison has begun.";

/**
 * @param keys  of the parameters that a motion depends on
 * @param open  opens a file as if it was chosen
 * @param opened  called when a run is shown
 */
export function runPanel(
  lab: Lab,
  show: Show,
  keys: string[],
  open: (file: File) => void,
  opened: () => void,
): RunPanel {
  let shown: { run: ImportedRun; overlaid: Overlay; laid: Run } | undefined;
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
  const judge = async (wait = REST): Promise<ImportedVerdict> => {
    turn += 1;
    const { run, overlaid, laid } = shown as NonNullable<typeof shown>;
    const mine = turn;
    const pause = async (wait = 0) => {
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (mine !== turn) throw new Error(SUPERSEDED);
    };
    verdict.textContent = `Comparing ${run.name} with all methods …`;
    let trial: Trial | undefined;
    try {
      await pause(wait);
      trial = trialOf(lab, keys);
      const reference = referenceOf(run, trial);
      overlaid.refresh(trial, reference);
      lab.redraw();
      numbers.replaceChildren(...rows(findings(run, trial, reference)));
      const found = run.even ? await resemblance(run, trial, pause) : undefined;
      const said = found ? sentences(found, run) : [`${run.name}: a method is told by equal time steps.`];
      verdict.textContent = [...said, ...run.notes.map(closed)].join(" ");
      for (const key of ["method", "timeStepSize"]) Reflect.deleteProperty(laid.values, key);
      const { timeStepSize: _, ...values } = trial.values;
      Object.assign(laid.values, values, found && resembled(found));
      return recordOf(run, verdict.textContent, found);
    } catch (error) {
      if (mine === turn) verdict.textContent = (error as Error).message;
      throw error;
    } finally {
      trial?.simulation.free();
    }
  };
  clear();
  const removeRun = () => {
    if (shown) lab.remove(shown.laid);
  };
  remove.addEventListener("click", removeRun);
  const chosen = () => (ROLES[lab.scene].many ? show.pictures[0].chosen() : undefined);
  const withTrial = <T>(action: (trial: Trial, particles: Particles) => T) => {
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
  /** Shows the run of a table. @param by  chosen columns */
  const read = (table: Table, name: string, by?: Map<string, number>) =>
    withTrial((trial, particles) => {
      const run = runOf(table, particles, name, by);
      check(run, trial);
      const overlaid = overlay(run, trial, referenceOf(run, trial), lab.quantities(), lab.simulation);
      removeRun();
      const laid = lab.lay({ ...overlaid.ended, removed: clear });
      lab.simulation.restart();
      shown = { run, overlaid, laid };
      numbers.hidden = remove.hidden = false;
      choice.show(table, name, chosenColumns(run, particles));
    });
  const choose = ({ table, name, columns }: ReturnType<typeof choice.chosen>) => {
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

/** A note as a sentence. */
function closed(note: string) {
  return /[.!?]$/.test(note) ? note : `${note}.`;
}

/** Refuses a run that can't be compared. */
function check({ begin, spacing }: ImportedRun, { values: { waveform, path } }: Trial) {
  if (waveform === "hand")
    throw new Error("A run is compared with a drive by a formula; the drive by hand is another each time.");
  const driven = waveform !== undefined || path === "circle" || path === "eight";
  if (driven && Math.abs(begin) > ROUNDING * spacing)
    throw new Error(`A driven run begins at the time 0 s; the first row has ${significant(begin)} s.`);
}

/** Method and step of a run, if it is clear what they are. */
function resembled({ matches, spacing }: Verdict) {
  const [match] = matches;
  return match && { method: match.method.value, timeStepSize: spacing / match.every };
}

/** Says which columns a table may have. */
function columns(scene: string) {
  const masses = ROLES[scene].many
    ? " x_17 is of mass 17, row by row from the top left; without a number it is the chosen one."
    : "";
  return element("p", {}, `Columns: ${columnNames(scene)}; not all are needed.${masses}`);
}

/** A field for a pasted table. */
function pasting(scene: string, open: (file: File) => void) {
  const placeholder = columnNames(scene).replaceAll(", ", "; ");
  const field = element("textarea", { rows: 3, cols: 40, placeholder, spellcheck: false });
  const button = element("button", { type: "button", textContent: "Read the table" });
  button.addEventListener("click", () => open(new File([field.value], "the pasted table")));
  return element("div", { className: "paste" }, element("label", {}, "Or paste a table ", field), button);
}

/** Buttons for ready-made runs. */
function examples(table: (index: number) => string, open: (file: File) => void) {
  const buttons = ["A", "B", "C"].map((letter, i) => {
    const button = element("button", { type: "button", textContent: `Example ${letter}` });
    button.addEventListener("click", () => open(new File([table(i)], `Example ${letter}`)));
    return button;
  });
  return element("div", { className: "buttons" }, ...buttons);
}

/** A table of names and values. */
function rows(found: [name: string, value: string][]) {
  return found.map(([name, value]) =>
    element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value)),
  );
}
