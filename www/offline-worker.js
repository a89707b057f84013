// The site's service worker, which stores the files of one build for offline use. It is served from
// the folder of the front page and ignores requests for other files.

/**
 * Files of the build with the SHA-256 of each in hexadecimal digits, and their common hash as a
 * version. The build fills this in.
 * @type {{ version: string, files: Record<string, string> }}
 */
const BUILD = { version: "", files: {} };

/** Options of a request that ignores the browser's own cache. @type {RequestInit} */
const RELOAD = { cache: "reload" };

/** Longest wait for a file that is to be stored, in ms. */
const HANG = 30_000;

/** Longest wait for a page from the network before its copy is shown, in ms. */
const TIMEOUT_MS = 3000;

/**
 * The global scope of a service worker, which the types of pages lack.
 * @typedef {object} Scope
 * @property {{ scope: string }} registration
 * @property {{ claim: () => Promise<void> }} clients
 * @property {() => Promise<void>} skipWaiting
 * @property {(name: string, listener: (event: WorkerEvent) => void) => void} addEventListener
 */

/**
 * The event of a service worker.
 * @typedef {object} WorkerEvent
 * @property {Request} request
 * @property {(answer: Promise<Response>) => void} respondWith
 * @property {(end: Promise<unknown>) => void} waitUntil
 */
const worker = /** @type {Scope} */ (/** @type {unknown} */ (self));

/** Prefix of this site's caches; other copies of the site on the same server have their own. */
const CACHE_PREFIX = `springlab ${worker.registration.scope} `;

const CACHE = CACHE_PREFIX + BUILD.version;

worker.addEventListener("install", (event) => event.waitUntil(Promise.all([store(), worker.skipWaiting()])));

worker.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([deleteOldBuilds(), worker.clients.claim()])),
);

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const file = fileFor(request);
  if (Object.hasOwn(BUILD.files, file)) event.respondWith(isPage(file) ? page(request, file) : part(request, file));
});

/**
 * A page: the newest from the network, or its copy if the network is down or slow or its server
 * fails.
 * @param {Request} request @param {string} file
 */
async function page(request, file) {
  const coming = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
  const answer = await Promise.race([coming.catch(() => undefined), late]);
  if (answer instanceof Response && answer.status < 500) return answer;
  return (await copy(file)) ?? coming;
}

/**
 * Any other file, whose name changes with its content: its copy, or from the network if that is
 * missing or damaged.
 * @param {Request} request @param {string} file
 */
async function part(request, file) {
  const kept = await copy(file);
  if (kept) return kept;
  const answer = await fetch(request, RELOAD);
  const right = await checked(file, answer.clone());
  // no copy is made again after the reader has deleted all
  try {
    if (right && (await caches.has(CACHE))) await (await caches.open(CACHE)).put(file, right);
  } catch {} // the storage is full: the page works without the copy
  return answer;
}

/** Stores all files of this build. */
async function store() {
  const cache = await caches.open(CACHE);
  await Promise.all(
    Object.keys(BUILD.files).map(async (file) => {
      // the browser's own cache may hold a page of another build, or a wrong answer
      const answer = (await asked(file).catch(() => null)) ?? (await asked(file, RELOAD));
      if (!answer) throw new Error(`The server's ${file} is not the one of this build.`);
      await cache.put(file, answer);
    }),
  );
}

/**
 * A file of this build from the network, without one that hangs.
 * @param {string} file @param {RequestInit} [options]
 */
function asked(file, options) {
  const hung = new Error(`The server's ${file} did not come within ${HANG / 1000} s.`);
  const late = new Promise((_, refuse) => setTimeout(() => refuse(hung), HANG));
  return Promise.race([fetch(file, options).then((answer) => checked(file, answer)), late]);
}

/** The stored copy of a file, if it is whole. @param {string} file @returns {Promise<Response?>} */
async function copy(file) {
  try {
    const answer = await caches.match(file, { cacheName: CACHE, ignoreVary: true });
    return answer ? await checked(file, answer) : null;
  } catch {
    return null; // the browser can't read it
  }
}

/**
 * An answer with the content that the file has in this build; null for another one, such as a
 * network's login page or a part of the file.
 * @param {string} file @param {Response} answer
 */
async function checked(file, answer) {
  if (!answer.ok) return null;
  const bytes = await answer.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const digits = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  // a new response, because browsers refuse a stored one that was redirected
  return digits === BUILD.files[file] ? new Response(bytes, { headers: answer.headers }) : null;
}

/** Deletes earlier builds. */
async function deleteOldBuilds() {
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE) await caches.delete(name);
  }
}

/** Name of the requested file; pages may lack their ".html". @param {Request} request */
function fileFor({ url, mode }) {
  const [path] = url.replace(worker.registration.scope, "").split(/[?#]/);
  return mode === "navigate" ? path.replace(/(^|\/)$/, "$1index").replace(/(\.html)?$/, ".html") : path;
}

/** @param {string} file */
function isPage(file) {
  return file.endsWith(".html");
}
