// <spring-lab> as a classic script, which defines no globals but the element.
import "./element.ts";
