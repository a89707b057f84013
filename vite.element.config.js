import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { engineInside } from "./tools/engine-inside.js";

const inside = fileURLToPath(new URL("www/lab/make-looker-inside.js", import.meta.url));

/**
 * The element with all it needs in one script: as a module, and in the mode "classic" as a script of the old kind, for pages that can't load modules:
 * those opened from a folder, or in a frame without an origin.
 */
export default defineConfig(({ mode }) => {
  const classic = mode === "classic";
  return {
    plugins: [engineInside()],
    resolve: { alias: [{ find: /^\.\/make-looker\.js$/, replacement: inside }] },
    worker: { format: "iife", plugins: () => [engineInside(false)] },
    // one of the old kind has no address of its own, and with all inside it needs none
    define: classic ? { "import.meta.url": "document.baseURI", "import.meta.resolve": "undefined" } : {},
    build: {
      outDir: "dist/lib",
      emptyOutDir: false,
      target: "es2022",
      modulePreload: false,
      chunkSizeWarningLimit: 1000,
      rollupOptions: {
        input: "www/element.js",
        preserveEntrySignatures: "strict",
        output: {
          format: classic ? "iife" : "es",
          name: "springlab",
          entryFileNames: classic ? "spring-lab.classic.js" : "spring-lab.js",
          codeSplitting: false,
        },
      },
    },
  };
});
