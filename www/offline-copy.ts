// Keeps a copy of the site for offline use, by a service worker, unless the reader has turned that
// off.
import { trusted } from "./base/trust.ts";

/** Key of the reader's choice in `localStorage`. */
const CHOICE = "springlab-offline";

/** True if offline use is possible: not in frames, from files, or on the development server. */
export const isSupported =
  import.meta.env.PROD && self === top && location.protocol.startsWith("http") && "serviceWorker" in navigator;

/** True unless the reader has turned offline use off, or the browser has no storage. */
export function isWanted() {
  try {
    return localStorage.getItem(CHOICE) !== "off";
  } catch {
    return false;
  }
}

/** Stores the reader's choice. */
export function setWanted(yes: boolean) {
  try {
    localStorage.setItem(CHOICE, yes ? "on" : "off");
  } catch {} // the browser has no storage
}

/** Registers the service worker or removes it with its copy, as the reader has chosen. */
export async function applyChoice() {
  if (!isSupported) return;
  try {
    if (isWanted()) await keep();
    else await forget();
  } catch {} // the pages work without it
}

/** Address of the service worker, in the folder of the front page. */
function worker() {
  return new URL(/* @vite-ignore */ "../offline-worker.js", import.meta.url).href;
}

async function keep() {
  // the page's own files load first
  if (document.readyState !== "complete") await new Promise((loaded) => addEventListener("load", loaded));
  await navigator.serviceWorker.register(trusted(worker()));
}

async function forget() {
  // before the worker, so that no copy is left if the page closes in between
  const scope = new URL(".", worker()).href;
  for (const name of await caches.keys()) if (name.startsWith(`springlab ${scope} `)) await caches.delete(name);
  await (await navigator.serviceWorker.getRegistration(scope))?.unregister();
}
