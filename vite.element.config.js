import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { engineFirst, engineInside } from "./tools/engine-inside.js";
import { shaders } from "./tools/shaders.js";
import { STYLES } from "./tools/styles.js";

const inside = fileURLToPath(new URL("www/lab/make-inline-analysis-worker.js", import.meta.url));

/** All shows are in the script: to load one is to begin it, without a look at where it lies, which other bundlers could not follow. */
const nothingToFetch = {
  name: "nothing-to-fetch",
  load: (/** @type {string} */ id) =>
    id === "\0vite/preload-helper.js" ? "export const __vitePreload = (begin) => begin();" : undefined,
};

/** @typedef {{ input: string, folder: string, file: string, format: "es" | "iife" }} Script */

/**
 * The element with all it needs in one script: as a module; as a script of the old kind, for pages that can't load modules: those opened from a folder, or
 * in a frame without an origin; and such a script of embed.html, for itself in a frame without an origin.
 * @type {Record<string, Script>}
 */
const SCRIPTS = {
  module: { input: "www/element.js", folder: "dist/lib", file: "spring-lab.js", format: "es" },
  classic: { input: "www/classic.js", folder: "dist/lib", file: "spring-lab.classic.js", format: "iife" },
  frame: { input: "www/embed-frame.js", folder: "dist/site", file: "spring-lab.frame.js", format: "iife" },
};

export default defineConfig(({ mode }) => {
  const { input, folder, file, format } = SCRIPTS[mode];
  return {
    plugins: [engineInside(), engineFirst(), shaders(), nothingToFetch],
    resolve: { alias: [{ find: /^\.\/make-analysis-worker\.js$/, replacement: inside }] },
    worker: { format: "iife", plugins: () => [engineInside(false)] },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: "es2022",
      cssTarget: STYLES,
      modulePreload: false,
      chunkSizeWarningLimit: 1000,
      rollupOptions: {
        input,
        preserveEntrySignatures: "strict",
        output: {
          format,
          entryFileNames: file,
          codeSplitting: false,
        },
      },
    },
  };
});
