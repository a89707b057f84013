import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { engineInside } from "./tools/engine-inside.js";
import { STYLES } from "./tools/styles.js";

const inside = fileURLToPath(new URL("www/lab/make-looker-inside.js", import.meta.url));

/** All shows are in the script: to load one is to begin it, without a look at where it lies, which other bundlers could not follow. */
const nothingToFetch = {
  name: "nothing-to-fetch",
  load: (/** @type {string} */ id) =>
    id === "\0vite/preload-helper.js" ? "export const __vitePreload = (begin) => begin();" : undefined,
};

/**
 * The element with all it needs in one script: as a module, and in the mode "classic" as a script of the old kind, for pages that can't load modules:
 * those opened from a folder, or in a frame without an origin.
 */
export default defineConfig(({ mode }) => {
  const classic = mode === "classic";
  return {
    plugins: [engineInside(), nothingToFetch],
    resolve: { alias: [{ find: /^\.\/make-looker\.js$/, replacement: inside }] },
    worker: { format: "iife", plugins: () => [engineInside(false)] },
    build: {
      outDir: "dist/lib",
      emptyOutDir: false,
      target: "es2022",
      cssTarget: STYLES,
      modulePreload: false,
      chunkSizeWarningLimit: 1000,
      rollupOptions: {
        input: classic ? "www/classic.js" : "www/element.js",
        preserveEntrySignatures: "strict",
        output: {
          format: classic ? "iife" : "es",
          entryFileNames: classic ? "spring-lab.classic.js" : "spring-lab.js",
          codeSplitting: false,
        },
      },
    },
  };
});
