/// <reference types="vite/client" />

// The records of the engine as it declares them, in src/wasm/types.d.ts and nowhere else.
export type * from "../pkg/springlab.js";
