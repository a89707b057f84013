// Masses at the vertices of a Wavefront OBJ file, with springs along its edges.

import { element, write } from "../../base/dom.ts";
import { quoted } from "../../base/quote.ts";
import type { Lab, Show } from "../../lab/show.ts";
import { showSprings } from "../system/mass-spring-show.ts";
import { SystemPicture } from "../system/system-picture.ts";
import { hint } from "../system/system-show.ts";

export { controls, options } from "../system/mass-spring-show.ts";

export function show(lab: Lab): Show {
  const { note, refresh } = reportOf(lab);
  const springs = showSprings(lab, {
    draw: (simulation, parts) => new SystemPicture(simulation, parts),
    hint: hint(),
    files: {
      note,
      label: "Mesh file",
      effect:
        "A Wavefront OBJ, with at most one JSON file of its properties; they can be dropped on the laboratory too.",
      endings: [".obj", ".json"],
      open: (files) => {
        const [[obj, ...others], [json, ...more]] = [".obj", ".json"].map((ending) =>
          files.filter(({ name }) => name.toLowerCase().endsWith(ending)),
        );
        if (!obj || others.length > 0 || more.length > 0) {
          const names = files.map(({ name }) => name).join(", ");
          throw new Error(`A mesh is one OBJ file, with at most one JSON file beside it; ${quoted(names)} was given.`);
        }
        lab.simulation.system.loadMesh(obj.text, json?.text);
      },
    },
  });
  const restarted = () => {
    springs.restarted?.();
    refresh();
  };
  return { ...springs, restarted };
}

/** A note with the report on the mesh, and a button for another support. */
function reportOf({ simulation, get, set }: Lab) {
  const text = element("p", { role: "status" });
  const button = element("button", { type: "button" });
  const note = element("div", { className: "report", hidden: true }, text, button);
  button.addEventListener("click", () => {
    const stand = simulation.system.meshReport?.support !== "stands";
    if (stand && get("obstacle") === "none") set("obstacle", "ground");
    set("support", stand ? "stand" : "hang");
  });
  const refresh = () => {
    const { sentences = [], support = "given" } = simulation.system.meshReport ?? {};
    note.hidden = sentences.length === 0;
    write(text, sentences.join(" "));
    button.hidden = support === "given";
    write(button, support === "stands" ? "Let it hang" : "Let it stand");
  };
  return { note, refresh };
}
