// The service worker with a network that fails in many ways, and a storage that holds anything.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { runInNewContext } from "node:vm";
import { writeWorker } from "../tools/offline.js";

const SCOPE = "https://site.example/lab/";

/** A small site. */
const FILES: Record<string, string> = {
  "index.html": "<title>Front</title>",
  "www/damper.html": "<title>Damper</title>",
  "assets/page-1.js": "export {};",
  "assets/engine-1.wasm": "\0asm and so on",
};

const PORTAL = "<title>Log in to the hotel</title>";

type Network = (file: string, options?: RequestInit) => Response | Promise<Response>;

/** A network that serves the site. */
const whole: Network = (file) =>
  Object.hasOwn(FILES, file) ? new Response(FILES[file]) : new Response("", { status: 404 });

/** A network that is down. */
const down: Network = () => Promise.reject(new TypeError("Failed to fetch"));

/** A network that answers with a page of its own. */
const portal: Network = () => new Response(PORTAL);

/** The worker of the small site, in a browser of fakes. */
class Fake {
  network: Network = whole;
  /** True if its storage takes no more. */
  full = false;
  /** Requested files. */
  asked: string[] = [];
  /** Texts of stored files by the cache's name. */
  stored: Map<string, Map<string, string>> = new Map();
  /** Time until the worker's timers fire, in ms of the page. */
  waits: number[] = [];
  #listeners: Map<string, (event: object) => void> = new Map();

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), "worker-"));
    for (const [name, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    writeWorker(folder);
    const source = readFileSync(join(folder, "offline-worker.js"), "utf8");
    rmSync(folder, { recursive: true });
    const cache = (files: Map<string, string>) => ({
      put: async (file: string, answer: Response) => {
        if (this.full) throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
        files.set(file, await answer.text());
      },
    });
    runInNewContext(source, {
      crypto,
      Response,
      Uint8Array,
      self: {
        registration: { scope: SCOPE },
        clients: { claim: async () => {} },
        skipWaiting: async () => {},
        addEventListener: (name: string, listener: any) => this.#listeners.set(name, listener),
      },
      fetch: async (target: string | { url: string }, options: RequestInit) => {
        const file = (typeof target === "string" ? target : target.url.replace(SCOPE, "")) || "index.html";
        this.asked.push(file);
        return this.network(file, options);
      },
      setTimeout: (act: () => void, ms: number) => {
        this.waits.push(ms);
        setTimeout(act, ms / 100);
      },
      caches: {
        keys: async () => [...this.stored.keys()],
        has: async (name: string) => this.stored.has(name),
        delete: async (name: string) => this.stored.delete(name),
        open: async (name: string) => {
          const files = this.stored.get(name) ?? new Map();
          this.stored.set(name, files);
          return cache(files);
        },
        match: async (file: string, { cacheName }: { cacheName: string }) => {
          const text = this.stored.get(cacheName)?.get(file);
          return text === undefined ? undefined : new Response(text);
        },
      },
    });
  }

  async install() {
    let end: Promise<unknown> | undefined;
    this.#listeners.get("install")?.({
      waitUntil: (promise: Promise<unknown>) => {
        end = promise;
      },
    });
    await end;
  }

  /** Stored files, of the only cache. */
  get files() {
    const [[name, files]] = this.stored;
    assert.ok(name.startsWith(`springlab ${SCOPE} `), name);
    return files;
  }

  /** Status and text that a page gets for a path. */
  async get(path: string) {
    let answer: Promise<Response> | undefined;
    const mode = path.startsWith("assets/") ? "cors" : "navigate";
    this.#listeners.get("fetch")?.({
      request: { url: SCOPE + path, mode },
      respondWith: (promise: Promise<Response>) => {
        answer = promise;
      },
    });
    const { status, text } = await Promise.resolve(answer).then(async (given) => ({
      status: given?.status,
      text: await given?.text(),
    }));
    return status === 200 ? text : status;
  }
}

/** A worker that has stored the whole site. */
async function installed() {
  const fake = new Fake();
  await fake.install();
  assert.deepEqual(Object.fromEntries(fake.files), FILES);
  fake.asked.length = 0;
  fake.waits.length = 0;
  return fake;
}

test("an answer that is not the build's file is never stored", async () => {
  for (const [what, wrong] of [
    ["a login page", () => new Response(PORTAL)],
    ["a part of it", (text) => new Response(text.slice(0, -2))],
    ["nothing", () => new Response("")],
    ["another file of the same length", (text) => new Response(text.toUpperCase())],
    ["an error", (text) => new Response(text, { status: 500 })],
  ] as [string, (text: string) => Response][]) {
    for (const file of Object.keys(FILES)) {
      const fake = new Fake();
      fake.network = (name) => (name === file ? wrong(FILES[name]) : whole(name));
      await assert.rejects(fake.install(), { message: `The server's ${file} is not the one of this build.` }, what);
      assert.equal(fake.files.has(file), false, `${file}: ${what}`);
    }
  }
});

test("a wrong answer in the browser's own cache is asked for again", async () => {
  const fake = new Fake();
  fake.network = (file, { cache } = {}) => (cache === "reload" ? whole(file) : portal(file));
  await fake.install();
  assert.deepEqual(Object.fromEntries(fake.files), FILES);
});

test("a stored file that is damaged or missing comes from the network, and is stored again", async () => {
  const name = "assets/engine-1.wasm";
  for (const damage of [PORTAL, FILES[name].slice(0, 5), undefined]) {
    const fake = await installed();
    if (damage === undefined) fake.files.delete(name);
    else fake.files.set(name, damage);
    fake.network = portal;
    assert.equal(await fake.get(name), PORTAL, "as without a worker");
    assert.equal(fake.files.get(name), damage, "not stored");
    fake.network = whole;
    assert.equal(await fake.get(name), FILES[name]);
    assert.equal(fake.files.get(name), FILES[name]);
    fake.network = down;
    assert.equal(await fake.get(name), FILES[name]);
  }
});

test("a full storage takes no copy, and the page works all the same", async () => {
  const fake = await installed();
  const name = "assets/engine-1.wasm";
  fake.files.delete(name);
  fake.full = true;
  assert.equal(await fake.get(name), FILES[name]);
});

test("a file that hangs in installation is asked for once more, and then refused with its name", async () => {
  const name = "assets/engine-1.wasm";
  const hang = () => new Promise(() => {}) as Promise<Response>;
  const once = new Fake();
  once.network = (file, { cache } = {}) => (file === name && cache !== "reload" ? hang() : whole(file));
  await once.install();
  assert.deepEqual(Object.fromEntries(once.files), FILES);
  const fake = new Fake();
  fake.network = (file) => (file === name ? hang() : whole(file));
  await assert.rejects(fake.install(), { message: `The server's ${name} did not come within 30 s.` });
});

test("nothing is stored again after the reader has deleted the copies", async () => {
  const fake = await installed();
  fake.stored.clear();
  assert.equal(await fake.get("assets/page-1.js"), FILES["assets/page-1.js"]);
  assert.equal(fake.stored.size, 0);
});

test("a page comes from the network, and from the copy if that is down, slow or failing", async () => {
  const fake = await installed();
  fake.network = () => new Response("a newer build");
  assert.equal(await fake.get("www/damper.html"), "a newer build");
  assert.equal(fake.files.get("www/damper.html"), FILES["www/damper.html"], "pages are stored with their build only");
  fake.network = () => new Response("gone", { status: 404 });
  assert.equal(await fake.get("www/damper.html"), 404);
  for (const network of [
    down,
    () => new Promise(() => {}),
    () => new Response("overloaded", { status: 503 }),
    () => new Response("broken", { status: 500 }),
  ] as Network[]) {
    fake.network = network;
    assert.equal(await fake.get("www/damper"), FILES["www/damper.html"]);
    assert.equal(await fake.get(""), FILES["index.html"]);
  }
  assert.deepEqual([...new Set(fake.waits)], [3000]);
});

test("a page without a copy waits for the network", async () => {
  const fake = await installed();
  for (const copy of [undefined, PORTAL]) {
    fake.files.delete("index.html");
    if (copy) fake.files.set("index.html", copy);
    fake.network = async () => {
      await new Promise((done) => setTimeout(done, 60)); // twice the fake's patience
      return new Response("late");
    };
    assert.equal(await fake.get(""), "late");
    fake.network = () => new Response("", { status: 503 });
    assert.equal(await fake.get(""), 503);
    fake.network = down;
    await assert.rejects(fake.get(""), { message: "Failed to fetch" });
  }
});

test("files of no build are left to the browser", async () => {
  const fake = await installed();
  assert.equal(await fake.get("assets/other-2.js"), undefined);
  assert.equal(await fake.get("toString"), undefined);
  assert.deepEqual(fake.asked, []);
});
