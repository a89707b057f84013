// <spring-lab> as a script of the old kind: it leaves nothing behind in the page but the element.
import "./element.js";
