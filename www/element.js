// <spring-lab> for other sites: one script, including live links and numbers in the page's text.
import { liveLinks } from "./links.js";
import { liveNumbers } from "./numbers.js";

export { SpringLab } from "./spring-lab.js";
export { SpringQuestion } from "./spring-question.js";

// not during server-side rendering
if (globalThis.document) {
  liveLinks();
  liveNumbers();
}
