// Buttons that reset all parameters, save the plotted data as CSV and save the picture as PNG.
// Pages add their own.
import { version } from "../../../package.json";
import { element } from "../../base/dom.ts";
import type { Parameter } from "../../types.ts";
import type { MomentRecord } from "../model/moment.ts";
import { ENDING } from "../model/moment.ts";
import { fileField } from "./opener.ts";

/** Sources of the exports. */
interface Sources {
  /** Id of the scene. */
  scene: string;
  /** Parameters that are not locked. */
  parameters: () => Parameter[];
  /** The value of a parameter. */
  get: (key: string) => number | string;
  /** Sets every parameter to its default. */
  reset: () => void;
  data: () => Data;
  /** Changes while the data were recorded. */
  events: () => { time: number; label: string }[];
  picture: () => HTMLCanvasElement;
  moment: () => MomentRecord | undefined;
  /** Opens files. */
  open: (files: File[]) => void;
}

/** Recorded data. */
interface Data {
  /** The time, then quantities; their names have units. */
  columns: { name: string; values: ArrayLike<number> }[];
  /** Time between two samples in s. */
  spacing: number;
}

/** Signs of a table. */
interface Format {
  /** First characters of the file. */
  start: string;
  /** Separator between columns. */
  separator: string;
  /** Decimal sign. */
  decimal: string;
  /** Ending of the file's name. */
  ending: string;
}

/** For programs, in every country. */
export const PLAIN: Format = { start: "", separator: ",", decimal: ".", ending: ".csv" };

/**
 * For spreadsheets, which read numbers with the decimal sign of their user's language, and other
 * characters only behind a byte order mark.
 * @param languages  of the page and of the browser
 * @returns with commas as decimal signs if any of these languages has them
 */
export function spreadsheet(languages: readonly string[]): Format {
  return languages.some(hasDecimalComma)
    ? { start: "\ufeff", separator: ";", decimal: ",", ending: "-spreadsheet.csv" }
    : { start: "\ufeff", separator: "\t", decimal: ".", ending: "-spreadsheet.tsv" };
}

function hasDecimalComma(language: string) {
  try {
    return new Intl.NumberFormat(language).format(0.5).includes(",");
  } catch {
    return false; // no language has this name
  }
}

/** The buttons, with a slot for the page's own. */
export function exports(sources: Sources) {
  const name = `springlab-${sources.scene}`;
  const python = element("code", {}, `pandas.read_csv("${name}${PLAIN.ending}", comment="#")`);
  const reader = element("p", { "aria-live": "polite" });
  const saveTable = (format: Format) =>
    save(new Blob([table(sources, format)], { type: "text/csv" }), name + format.ending);
  const csv = button("CSV", "Save the recorded data", () => {
    saveTable(PLAIN);
    reader.replaceChildren("In Python: ", python);
  });
  const sheet = button("Spreadsheet", "Save the recorded data as Excel and Calc read them here", () =>
    saveTable(spreadsheet([document.documentElement.lang, navigator.language])),
  );
  const png = button("PNG", "Save the picture", () => {
    sources.picture().toBlob((blob) => blob && save(blob, `${name}.png`), "image/png");
  });
  const moment = button("Moment", "Save this moment, to go on from it later", () => saveMoment(sources.moment()));
  const field = fileField(sources.open, { hidden: true, accept: ".json" });
  const open = button("Open a moment", "Go on from a saved moment", () => field.click());
  const reset = button("Reset all", "Every parameter at its default", () => sources.reset());
  return element(
    "div",
    { className: "buttons", role: "group", "aria-label": "Reset, save and share" },
    reset,
    csv,
    sheet,
    png,
    moment,
    open,
    field,
    element("slot", { name: "actions" }),
    reader,
  );
}

/** The origin of a file, in lines: version, scene, and every parameter with its unit. */
export function origin({ scene, parameters, get }: Pick<Sources, "scene" | "parameters" | "get">) {
  const settings = parameters().map(({ key, ...parameter }) => {
    const unit = "unit" in parameter && parameter.unit ? ` ${parameter.unit}` : "";
    return `${key} = ${get(key)}${unit}`;
  });
  return [`Springlab ${version}, scene ${scene}`, ...settings];
}

/** The data as a table, with its origin and the changes as comment lines. */
export function table(
  sources: Pick<Sources, "scene" | "parameters" | "get" | "data" | "events">,
  { start, separator, decimal }: Format,
) {
  const { columns, spacing } = sources.data();
  const number = (value: number) => String(value).replace(".", decimal);
  const text = (value: string) =>
    value.includes(separator) || value.includes('"') ? `"${value.replaceAll('"', '""')}"` : value;
  const head = columns.map(({ name }) => text(name)).join(separator);
  const rows = Array.from(columns[0].values, (_, row) =>
    columns.map(({ values }) => number(values[row])).join(separator),
  );
  const changes = sources.events().map(({ time, label }) => `at ${Number(time.toPrecision(12))} s: ${label}`);
  const every = `a sample every ${Number(spacing.toPrecision(12))} s and at every change`;
  const comments = [...origin(sources), every, ...changes].map((line) => `# ${line}`);
  return start + [...comments, head, ...rows, ""].join("\n");
}

function button(text: string, effect: string, action: () => void) {
  const node = element("button", {
    type: "button",
    textContent: text,
    title: effect,
    "aria-label": `${text}: ${effect}`,
  });
  node.addEventListener("click", action);
  return node;
}

/** @param moment  none if it was refused */
export function saveMoment(moment: MomentRecord | undefined) {
  const text = JSON.stringify(moment);
  if (moment) save(new Blob([text], { type: "application/json" }), `springlab-${moment.scene}${ENDING}`);
}

/** Downloads a file. */
export function save(blob: Blob, name: string) {
  const href = URL.createObjectURL(blob);
  element("a", { href, download: name }).click();
  // after 10 s the browser has read the file
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
