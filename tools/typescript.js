// Lets Node read TypeScript: node --import ./tools/typescript.js. Packages must be installed.
// Newer versions of Node read it by themselves.
import { register } from "node:module";

if (!("typescript" in process.features)) register("./without-types.js", import.meta.url);
