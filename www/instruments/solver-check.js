// A run that was computed elsewhere, laid over the laboratory's: its button, its file, and the
// panel with the method and the mistake that it resembles, which is loaded when it is first used.
import { element } from "../base/dom.js";
import { scenes } from "../engine.js";

/** @import { Files, Lab, Show, ShowModule } from "../lab/show.js" */
/** @import { RunPanel } from "./solver/run-panel.js" */

/** Parameters that no motion by another method depends on. */
const OTHER = ["method"];

/**
 * A show with the import of runs.
 * @param {ShowModule} module
 * @returns {ShowModule}
 */
export function withImport(module) {
  return {
    ...module,
    show: (lab) => {
      const show = module.show(lab);
      return { ...show, ...parts(lab, show) };
    },
  };
}

/**
 * The parts of a show that import a run.
 * @param {Lab} lab @param {Show} show
 */
function parts(lab, show) {
  /** @type {RunPanel | undefined} */
  let panel;
  /** @type {(files: File[]) => void} */
  let open = () => {};
  let field = /** @type {HTMLElement} */ (element("div"));
  const place = element("div", { className: "report imported", hidden: true });
  const load = async () => {
    if (panel) return;
    const [{ runPanel }, all] = await Promise.all([import("./solver/run-panel.js"), scenes()]);
    const { parameters = [] } = all.find(({ id }) => id === lab.scene) ?? {};
    const keys = parameters.map(({ key }) => key).filter((key) => !OTHER.includes(key));
    panel ??= runPanel(
      lab,
      show,
      keys,
      (file) => open([file]),
      () => toggle(true),
    );
    place.replaceChildren(field, ...panel.elements);
  };
  const toggle = (/** @type {boolean} */ on) => {
    place.hidden = !on;
    button.setAttribute("aria-expanded", String(on));
  };
  const button = element("button", { type: "button", textContent: "Import a run", "aria-expanded": "false" });
  button.className = "import";
  button.title = "Compares a table of numbers from your own program";
  button.addEventListener("click", async () => {
    await load();
    toggle(place.hidden === true);
  });
  /** @type {Files} */
  const files = {
    label: "File",
    endings: [".csv", ".tsv", ".txt", ".dat"],
    load,
    effect: "A table of times and positions; it can be dropped on the laboratory too. It stays in this browser.",
    put: (node, opens) => {
      field = node;
      open = opens;
    },
    // the panel says why a comparison ends
    open: (files) => panel?.open(files).catch(() => {}),
    judge: async (file) => {
      await load();
      return { verdict: /** @type {RunPanel} */ (panel).open([file]) };
    },
  };
  return {
    files,
    imports: [button, place],
    changed: (/** @type {string} */ key) => {
      show.changed?.(key);
      panel?.changed(key);
    },
  };
}
