// The list of keys and gestures.
import { element } from "../../base/dom.ts";

/** @param hint  keys and gestures of the picture */
export function help(hint: (string | Node)[]) {
  return element(
    "details",
    { className: "help" },
    element("summary", {}, "Keys and gestures"),
    element("p", {}, ...hint),
    element(
      "p",
      {},
      key("Space"),
      " pauses and resumes, ",
      key("S"),
      " takes one step, ",
      key("B"),
      " takes it back, ",
      key("R"),
      " restarts, ",
      key("F"),
      " fills the screen.",
    ),
    element(
      "p",
      {},
      "Ctrl and the wheel or two fingers zoom; on the picture also ",
      key("+"),
      " ",
      key("−"),
      " ",
      key("0"),
      ". Dragged with ",
      key("Shift"),
      " or the middle button, or beside what can be dragged, the picture moves; in the plane also by two fingers and by ",
      ...keys("I", "J", "K", "L"),
      "unless they choose something.",
    ),
    element(
      "p",
      {},
      "On a plot, the mouse or a finger reads all values, and a press leaves the cursor there; keys: ",
      ...keys("←", "→"),
      "and Page up and down. ",
      key("Enter"),
      " shows that moment in the picture. ",
      key("D"),
      " or a press with ",
      key("Shift"),
      " leaves a second cursor, from which differences and slopes count; ",
      key("Escape"),
      " removes both. Ctrl and the wheel, two fingers or ",
      ...keys("+", "−"),
      "zoom in time, ",
      key("Shift"),
      " and arrow keys move, ",
      key("0"),
      " or a double press resets. ",
      element("i", {}, "Plot what?"),
      " plots another quantity or a spectrum.",
    ),
  );
}

/** A key's name. */
export function key(name: string) {
  return element("kbd", {}, name);
}

/** Several keys' names, each followed by a space. */
export function keys(...names: string[]) {
  return names.flatMap((name) => [key(name), " "]);
}
