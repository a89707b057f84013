import { defineConfig } from "vite";
import { formulas } from "./tools/formulas.js";
import { frame } from "./tools/frame.js";
import { methodRows } from "./tools/method-rows.js";
import { FRAME, FRONT, PAGES } from "./tools/pages.js";

export default defineConfig({
  base: "./",
  plugins: [...frame(process.env.SITE_URL), methodRows(), formulas()],
  build: {
    outDir: "dist/site",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: [FRONT, FRAME, ...PAGES.map(({ path }) => path)],
      output: {
        // what ten or more of pages and shows use is one file: small files of their own are gzipped to 4 kB more a page
        codeSplitting: { groups: [{ name: "shared", minShareCount: 10 }] },
        // scenes/cloth/show.js is the cloth's
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${facadeModuleId?.match(/scenes\/(\w+)\/show\.js$/)?.[1] ?? "[name]"}-[hash].js`,
      },
    },
  },
  preview: { strictPort: false },
});
