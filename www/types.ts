/// <reference types="vite/client" />

// The engine's records, as declared in src/wasm/types.d.ts.
export type * from "../pkg/springlab.js";
