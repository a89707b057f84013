// <spring-lab> for other sites: one script, including live links and numbers in the page's text.
import { liveLinks } from "./links.ts";
import { liveNumbers } from "./numbers.ts";

export { SpringLab } from "./spring-lab.ts";
export { SpringQuestion } from "./spring-question.ts";

// not during server-side rendering
if (globalThis.document) {
  liveLinks();
  liveNumbers();
}
