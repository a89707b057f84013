// The service worker of the site: keeps the files of one build, for where there is no network. It lies beside the front page, and leaves alone what
// is not of them.

/** What the build is made of, and a version that changes with any of it; the build writes it. */
const BUILD = { version: "", files: [""] };

/**
 * @typedef {object} Scope  what the types of pages lack
 * @property {{ scope: string }} registration
 * @property {{ claim: () => Promise<void> }} clients
 * @property {() => Promise<void>} skipWaiting
 * @property {(name: string, listener: (event: { request: Request, respondWith: (answer: Promise<Response>) => void, waitUntil: (end: Promise<unknown>) => void }) => void) => void} addEventListener
 */
const worker = /** @type {Scope} */ (/** @type {unknown} */ (self));

/** Where this copy of the site keeps its builds; another one of the same server has its own. */
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
  // a page is of the newest build that can be had, and all that it names has a name by its content
  event.respondWith(isPage(file) ? fetch(request).catch(() => cached(file)) : cached(file));
});

async function store() {
  const cache = await caches.open(CACHE);
  await Promise.all(
    BUILD.files.map(async (file) => {
      // a page has the same name in every build
      const answer = await fetch(file, { cache: isPage(file) ? "no-cache" : "default" });
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      // browsers refuse a page that was led elsewhere on its way
      await cache.put(file, answer.redirected ? new Response(answer.body, answer) : answer);
    }),
  );
}

/** Gives up the builds before. */
async function deleteOldBuilds() {
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE) await caches.delete(name);
  }
}

/** Which of the files a request is for. Servers know pages without their ending, too. @param {Request} request */
function fileFor({ url, mode }) {
  const [path] = url.replace(worker.registration.scope, "").split(/[?#]/);
  return mode === "navigate" ? path.replace(/(^|\/)$/, "$1index").replace(/(\.html)?$/, ".html") : path;
}

/** @param {string} file */
function isPage(file) {
  return file.endsWith(".html");
}

/** A file of this build. @param {string} file */
async function cached(file) {
  return (await caches.match(file, { cacheName: CACHE, ignoreVary: true })) ?? fetch(file);
}
