// <spring-lab> for pages of others: one script with all it needs, and the links and numbers of their words.
import { liveLinks } from "./links.js";
import { liveNumbers } from "./numbers.js";

export { SpringLab } from "./spring-lab.js";

// not where a server makes the page
if (globalThis.document) {
  liveLinks();
  liveNumbers();
}
