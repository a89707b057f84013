import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { engineFirst, engineInside } from "./tools/engine-inside.js";
import { shaders } from "./tools/shaders.js";
import { STYLES } from "./tools/styles.js";

const inside = fileURLToPath(new URL("www/lab/make-inline-analysis-worker.js", import.meta.url));

// All pages' scripts in one of the old kind, with all that they need.
export default defineConfig({
  plugins: [engineInside(), engineFirst(), shaders()],
  resolve: { alias: [{ find: /^\.\/make-analysis-worker\.js$/, replacement: inside }] },
  worker: { format: "iife", plugins: () => [engineInside(false)] },
  // it has no address of its own
  define: { "import.meta.url": "document.baseURI", "import.meta.resolve": "undefined" },
  build: {
    outDir: "dist/offline",
    emptyOutDir: true,
    target: "es2022",
    cssTarget: STYLES,
    modulePreload: false,
    chunkSizeWarningLimit: 1000,
    rollupOptions: {
      input: "www/file-pages.js",
      output: { format: "iife", entryFileNames: "springlab.js", codeSplitting: false },
    },
  },
});
