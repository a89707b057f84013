import { defineConfig } from "vite";
import { formulas } from "./tools/formulas.js";

export default defineConfig({
  base: "./",
  plugins: [formulas()],
  build: {
    outDir: "dist/site",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    rollupOptions: { input: ["index.html", "www/damper.html"] },
  },
  preview: { strictPort: false },
});
