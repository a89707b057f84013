/// <reference types="vite/client" />

// The engine's records, as declared in src/wasm/records.rs.
export type * from "../pkg/springlab.js";
