// A run that was computed elsewhere, laid over the laboratory's: its button, its file, and the
// panel with the method and the mistake that it resembles, which is loaded when it is first used.
import { element } from "../base/dom.ts";
import { scenes } from "../engine.ts";
import type { Files, Lab, Show, ShowModule } from "../lab/show.ts";
import type { RunPanel } from "./solver/run-panel.ts";

/** Parameters that no motion by another method depends on. */
const OTHER = ["method"];

/** A show with the import of runs. */
export function withImport(module: ShowModule): ShowModule {
  return {
    ...module,
    show: (lab) => {
      const show = module.show(lab);
      return { ...show, ...parts(lab, show) };
    },
  };
}

/** The parts of a show that import a run. */
function parts(lab: Lab, show: Show) {
  let panel: RunPanel | undefined;
  let open: (files: File[]) => void = () => {};
  let field = element("div") as HTMLElement;
  const place = element("div", { className: "report imported", hidden: true });
  const load = async () => {
    if (panel) return;
    const [{ runPanel }, all] = await Promise.all([import("./solver/run-panel.ts"), scenes()]);
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
  const toggle = (on: boolean) => {
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
  const files: Files = {
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
      return { verdict: (panel as RunPanel).open([file]) };
    },
  };
  return {
    files,
    imports: [button, place],
    changed: (key: string) => {
      show.changed?.(key);
      panel?.changed(key);
    },
  };
}
