import { defineConfig } from "vite";

// Library mode inlines the wasm: one file, with nothing to fetch.
export default defineConfig({
  build: {
    outDir: "dist/lib",
    emptyOutDir: true,
    target: "es2022",
    lib: { entry: "www/engine.js", formats: ["es"], fileName: "springlab" },
  },
});
