// npm run fuzz -- SECONDS SEED: random calls, files and actions on pages, each kind for this time.
// It ends at the first fault.
import { onSite } from "../../measure/site.js";
import * as calls from "./calls.ts";
import * as files from "./files.ts";
import * as pages from "./pages.ts";

const KINDS: [string, (seed: number, seconds: number) => Promise<string>][] = [
  ["calls of the library", async (seed, seconds) => `${await calls.fuzz(seed, seconds)} calls`],
  [
    "meshes and snapshots",
    async (seed, seconds) => {
      const { files: count, taken } = await files.fuzz(seed, seconds);
      return `${count} files, ${taken} of them taken`;
    },
  ],
  [
    "a monkey on the pages",
    (seed, seconds) =>
      onSite(async (browser, root) => {
        const page = await browser.newPage({ acceptDownloads: false });
        return `${await pages.fuzz(page, root, seed, { seconds })} actions`;
      }),
  ],
];

const [, , seconds = "60", seed = String(Date.now() % 2 ** 31)] = process.argv;
console.log(`Each kind for ${seconds} s, seed ${seed}`);
for (const [what, fuzz] of KINDS) {
  process.stdout.write(`· ${what} … `);
  console.log(await fuzz(Number(seed), Number(seconds)));
}
