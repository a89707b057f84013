// The front page: its laboratory, and the choice to keep the pages offline.
import "./spring-lab.ts";
import { element } from "./base/dom.ts";
import { applyChoice, isSupported, isWanted, setWanted } from "./offline-copy.ts";

/** A button that turns offline use off and on; its label says what a press does. */
function offlineButton() {
  const button = element("button", { type: "button", className: "quiet" });
  const label = () => {
    button.textContent = isWanted() ? "Remove the offline copy" : "Keep these pages offline";
  };
  button.addEventListener("click", () => {
    setWanted(!isWanted());
    label();
    applyChoice();
  });
  label();
  return button;
}

applyChoice();
if (isSupported) document.querySelector("footer")?.append(" · ", offlineButton());
