/// <reference types="vite/client" />

// The engine's records, as declared in src/wasm/types.d.ts.
export type * from "../pkg/springlab.js";

import type { SpringLab } from "./spring-lab.js";

// The element's additions to the types of the DOM; the package has them in spring-lab.d.ts.
declare global {
  interface HTMLElementTagNameMap {
    "spring-lab": SpringLab;
  }
  /** Elements, documents and windows: the events bubble. */
  interface GlobalEventHandlersEventMap {
    "springlab-ready": CustomEvent<null>;
    "springlab-change": CustomEvent<{ key: string }>;
    "springlab-time": CustomEvent<{ time: number }>;
    "springlab-point": CustomEvent<{ symbol: string }>;
    "springlab-error": CustomEvent<{ subject: string; sentence: string }>;
  }
}
