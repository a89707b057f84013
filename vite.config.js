import { defineConfig } from "vite";
import { examples } from "./tools/examples.js";
import { formulas } from "./tools/formulas.js";
import { frame } from "./tools/frame.js";
import { methodRows } from "./tools/method-rows.js";
import { offline } from "./tools/offline.js";
import { BENCHMARK, FRAME, FRONT, MANUAL, PAGES } from "./tools/pages.js";
import { HEADERS, headers } from "./tools/policy.js";
import { shaders } from "./tools/shaders.js";
import { STYLES } from "./tools/styles.js";

export default defineConfig({
  base: "./",
  plugins: [...frame(process.env.SITE_URL), methodRows(), examples(), formulas(), shaders(), headers(), offline()],
  worker: { format: "es" },
  build: {
    outDir: "dist/site",
    emptyOutDir: true,
    target: "es2022",
    cssTarget: STYLES,
    manifest: true,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: [FRONT, FRAME, MANUAL.path, BENCHMARK.path, ...PAGES.map(({ path }) => path)],
      output: {
        // what the front door and more than all others use – lessons, frame, manual – is one file: small files of their own are gzipped to 4 kB more a page
        codeSplitting: { groups: [{ name: "shared", minShareCount: PAGES.length + 3 }] },
      },
    },
  },
  preview: { strictPort: false, headers: HEADERS },
});
