// Everything that Vite builds, one thing per mode: `vite build --config www/vite.config.ts --mode
// NAME`. Without a mode it's the site.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin, UserConfig } from "vite";
import { defineConfig } from "vite";
import { figures } from "../tools/figures/index.js";
import { formulas } from "../tools/formulas.js";
import { methodRows } from "../tools/method-rows.js";
import { offline } from "../tools/offline.js";
import { pageShell } from "../tools/page-shell.js";
import { FRAME, FRONT, OTHERS, PAGES } from "../tools/pages.js";
import { HEADERS, headers } from "../tools/policy.js";
import { root } from "../tools/task.js";
import { values } from "../tools/values.js";
import { FLOOR } from "./base/floor.ts";

const WASM = "springlab_bg.wasm?url";

/** Modules of the worker inside a script: the page's module that starts it, and the replacement. */
const WORKER = {
  find: /^\.\/make-worker\.ts$/,
  replacement: join(root, "www/worker/make-inline-worker.ts"),
};

/**
 * Scripts with the engine inside: for bundlers and as modules (`es`), or as classic scripts
 * (`iife`), for pages that can't load modules, because they were opened from disk or are in a frame
 * without an origin.
 */
export const SCRIPTS: Record<string, { input: string; folder: string; file: string; format: "es" | "iife" }> = {
  library: { input: "www/engine.ts", folder: "dist/lib", file: "springlab.js", format: "es" },
  streaming: { input: "www/engine.ts", folder: "dist/lib", file: "springlab.streaming.js", format: "es" },
  element: { input: "www/element.ts", folder: "dist/lib", file: "spring-lab.js", format: "es" },
  classic: { input: "www/classic.ts", folder: "dist/lib", file: "spring-lab.classic.js", format: "iife" },
  frame: { input: "www/embed-frame.ts", folder: "dist/site", file: "spring-lab.frame.js", format: "iife" },
  offline: { input: "www/file-pages.ts", folder: "dist/offline", file: "springlab.js", format: "iife" },
};

/**
 * The oldest browsers. All have `light-dark()`: translated for older ones, it would ignore an
 * author's `color-scheme`.
 */
const TARGETS = { target: "es2022", cssTarget: Object.entries(FLOOR).map((browser) => browser.join("")) };

const SITE: UserConfig = {
  base: "./",
  plugins: [values(), ...pageShell(process.env.SITE_URL), methodRows(), figures(), formulas(), headers(), offline()],
  worker: { format: "es" },
  build: {
    ...TARGETS,
    outDir: "dist/site",
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: [FRONT, FRAME, ...[...OTHERS, ...PAGES].map(({ path }) => path)],
      output: {
        // one file for all that the lessons, the front page, the frame and the manual share:
        // several small files would be gzipped to 4 kB more per page
        codeSplitting: { groups: [{ name: "shared", minShareCount: PAGES.length + 3 }] },
      },
    },
  },
  preview: { strictPort: false, headers: HEADERS },
};

function script(mode: string): UserConfig {
  const { input, folder, file, format } = SCRIPTS[mode];
  const build = { ...TARGETS, outDir: folder, emptyOutDir: ["library", "offline"].includes(mode) };
  if (mode === "library" || mode === "streaming")
    return {
      plugins: [mode === "library" ? engineInside() : engineBeside, asciiOnly],
      build: { ...build, lib: { entry: input, formats: ["es"], fileName: file.replace(".js", "") } },
    };
  return {
    plugins: [engineInside(), engineFirst(), nothingToLoad, workerText, asciiOnly],
    resolve: { alias: [WORKER] },
    worker: { format: "iife", plugins: () => [engineInside(false)] },
    // the offline script has no address of its own
    define: mode === "offline" ? { "import.meta.url": "document.baseURI", "import.meta.resolve": "undefined" } : {},
    build: {
      ...build,
      modulePreload: false,
      chunkSizeWarningLimit: 1000,
      rollupOptions: {
        input,
        preserveEntrySignatures: "strict",
        output: { format, entryFileNames: file, codeSplitting: false },
      },
    },
  };
}

/** Puts the engine into a script, gzipped; a worker gets it from its page. */
function engineInside(inside: boolean = true): Plugin {
  const id = "\0engine-inside";
  const address = () => {
    const bytes = gzipSync(readFileSync(join(root, "pkg/springlab_bg.wasm")), { level: 9 });
    return `data:application/gzip;base64,${bytes.toString("base64")}`;
  };
  return {
    name: "engine-inside",
    enforce: "pre",
    resolveId: (source) => (source.endsWith(WASM) ? id : undefined),
    load: (loaded) => (loaded === id ? `export default ${JSON.stringify(inside ? address() : "")};` : undefined),
  };
}

/**
 * Has a script load the engine from the file beside it, which browsers cache, and compile while it
 * arrives.
 */
const engineBeside: Plugin = {
  name: "engine-beside",
  enforce: "pre",
  resolveId: (source) => (source.endsWith(WASM) ? "\0engine-beside" : undefined),
  load: (id) =>
    id === "\0engine-beside"
      ? 'const beside = "springlab.wasm"; export default new URL(beside, import.meta.url).href;'
      : undefined,
};

/**
 * Starts a script with the engine, the worker's text and the engine's own module, which the
 * worker's text repeats: gzip finds repetitions only within 32 kB.
 */
function engineFirst(): Plugin {
  const paths = [`pkg/${WASM}`, "www/worker/make-inline-worker.ts", "www/engine.ts"];
  const imports = paths.map((path) => `import ${JSON.stringify(join(root, path))};`).join("");
  return {
    name: "engine-first",
    transform(code, id) {
      return this.getModuleInfo(id)?.isEntry ? imports + code : undefined;
    },
  };
}

/**
 * Replaces Vite's loader of modules, which other bundlers can't follow: every module is in the
 * script.
 */
const nothingToLoad = {
  name: "nothing-to-load",
  load: (id: string) =>
    id === "\0vite/preload-helper.js" ? "export const __vitePreload = (begin) => begin();" : undefined,
};

/**
 * Gives the text of the worker inside a script in place of Vite's constructor, whose address pages
 * with Trusted Types refuse.
 */
const workerText: Plugin = {
  name: "worker-text",
  transform(code, id) {
    if (!id.endsWith("?worker&inline")) return undefined;
    const [text] = code.match(/^const jsContent = .*;$/m) ?? this.error("Vite's worker has no text.");
    return `${text} export default jsContent;`;
  },
};

/**
 * Escapes all characters that are not ASCII: a classic script is read in the encoding of its page,
 * which may be any. The escapes mean the same in texts, patterns and names, except after a
 * backslash.
 */
const asciiOnly: Plugin = {
  name: "ascii-only",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      if (/\\[^\0-\x7f]/.test(chunk.code)) this.error("A backslash stands before a character that is not ASCII.");
      chunk.code = chunk.code.replace(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    }
  },
};

export default defineConfig(({ mode }) => (mode in SCRIPTS ? script(mode) : SITE));
