// Keys and gestures, for those who look for them.
import { element } from "./dom.js";

export function help() {
  const key = (/** @type {string} */ name) => element("kbd", {}, name);
  return element(
    "details",
    { className: "help" },
    element("summary", {}, "Keys and gestures"),
    element(
      "p",
      {},
      "Drag the mass or throw it. On the picture, the arrow keys move it, with ",
      key("Shift"),
      " farther.",
    ),
    element("p", {}, key("Space"), " pauses and resumes, ", key("S"), " takes one step, ", key("R"), " restarts."),
    element(
      "p",
      {},
      "Ctrl and the wheel or two fingers zoom; on the picture also ",
      key("+"),
      " ",
      key("−"),
      " ",
      key("0"),
      ".",
    ),
  );
}
