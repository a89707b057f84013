// The site's service worker, which stores the files of one build for offline use. It is served from
// the folder of the front page and ignores requests for other files.

/** Files of the build, and their common hash as a version. The build fills this in. */
const BUILD = { version: "", files: [""] };

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
  if (!BUILD.files.includes(file)) return;
  // pages come from the network if possible; other files are named by their content and never
  // change
  event.respondWith(isPage(file) ? fetch(request).catch(() => cached(file)) : cached(file));
});

/** Stores all files of this build. */
async function store() {
  const cache = await caches.open(CACHE);
  await Promise.all(
    BUILD.files.map(async (file) => {
      // a page has the same name in every build, so the browser's cache may be out of date
      const answer = await fetch(file, { cache: isPage(file) ? "no-cache" : "default" });
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      // browsers refuse a cached response that was redirected
      await cache.put(file, answer.redirected ? new Response(answer.body, answer) : answer);
    }),
  );
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

/** A file of this build, from the cache if it is there. @param {string} file */
async function cached(file) {
  return (await caches.match(file, { cacheName: CACHE, ignoreVary: true })) ?? fetch(file);
}
