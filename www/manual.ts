// The manual for authors: examples with their source to copy, and a reference of all scenes from
// their records.
import "./element.ts";
import { copyButton } from "./base/copying.ts";
import { element } from "./base/dom.ts";
import { minus } from "./base/format.ts";
import { methods, scenes } from "./engine.ts";
import { kebabCase } from "./lab/model/names.ts";
import { TIME_RATE } from "./lab/model/options.ts";
import { offered, optionsOf } from "./lab/show.ts";
import { showOf } from "./scenes/scenes.ts";
import type { Parameter, Scene } from "./types.ts";

const SITE = new URL("..", location.href).href;

for (const code of document.querySelectorAll("pre > code")) {
  code.textContent = String(code.textContent).replaceAll("SITE/", SITE);
  const copy = copyButton({
    name: "Copy",
    done: "Copied",
    text: () => String(code.textContent),
    refused: () => getSelection()?.selectAllChildren(code),
    properties: { className: "quiet" },
  });
  code.parentElement?.after(copy);
}

/** Table of a scene's parameters. */
async function reference(scene: Scene) {
  const { parameters } = scene;
  const options = optionsOf(await showOf(scene), offered(await methods(), parameters));
  const heads = ["Attribute", "What it is", "Default", "Range"].map((text) => element("th", { scope: "col" }, text));
  const rows = [...parameters, ...options, TIME_RATE].map(row);
  const table = element(
    "table",
    { className: "methods" },
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...rows),
  );
  const name = element("summary", {}, element("code", {}, scene.id), ` – ${scene.title}`);
  return element("details", {}, name, element("div", { className: "scroll" }, table));
}

function row(parameter: Parameter) {
  const { key, label, symbol, effect, default: usual } = parameter;
  const unit = "unit" in parameter && parameter.unit ? ` ${parameter.unit}` : "";
  const range =
    "options" in parameter
      ? parameter.options.map(({ value }) => value).join(", ")
      : minus(`${parameter.min} to ${parameter.max}${unit}`);
  const attribute = element("th", { scope: "row" }, element("code", {}, kebabCase(key)));
  const what = element("td", {}, `${label}${symbol && ` ${symbol}`}. ${effect}`);
  const cells = [minus(`${usual}${unit}`), range].map((text) => element("td", {}, text));
  return element("tr", {}, attribute, what, ...cells);
}

const list = document.getElementById("scenes") as HTMLElement;
scenes()
  .then((all) => Promise.all(all.map(reference)))
  .then(
    (nodes) => list.append(...nodes),
    (error) => list.append(element("p", { className: "note", role: "alert" }, error.message)),
  );
