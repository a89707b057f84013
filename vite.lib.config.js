import { defineConfig } from "vite";
import { engineInside } from "./tools/engine-inside.js";

export default defineConfig({
  plugins: [engineInside()],
  build: {
    outDir: "dist/lib",
    emptyOutDir: true,
    target: "es2022",
    lib: { entry: "www/engine.js", formats: ["es"], fileName: "springlab" },
  },
});
