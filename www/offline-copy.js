// Keeps the site in the browser for where there is no network, by the service worker beside the front page; unless its reader has said no.
import { trusted } from "./base/trust.js";

/** Where a reader's no is kept. */
const CHOICE = "springlab-offline";

/** Whether it can be kept: not in frames, not from a folder, and not while the pages are written. */
export const isSupported =
  import.meta.env.PROD && self === top && location.protocol.startsWith("http") && "serviceWorker" in navigator;

/** Whether it is to be kept. Where a browser keeps nothing, it isn't. */
export function isWanted() {
  try {
    return localStorage.getItem(CHOICE) !== "off";
  } catch {
    return false;
  }
}

/** @param {boolean} yes */
export function setWanted(yes) {
  try {
    localStorage.setItem(CHOICE, yes ? "on" : "off");
  } catch {} // nothing is kept
}

/** Begins to keep the site, or leaves nothing of it, as is wanted. */
export async function applyChoice() {
  if (!isSupported) return;
  try {
    if (isWanted()) await keep();
    else await forget();
  } catch {} // the pages go on as without
}

async function keep() {
  // what the page itself needs comes first
  if (document.readyState !== "complete") await new Promise((loaded) => addEventListener("load", loaded));
  await navigator.serviceWorker.register(
    trusted(new URL(/* @vite-ignore */ "../offline-worker.js", import.meta.url).href),
  );
}

async function forget() {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  await registration.unregister();
  for (const name of await caches.keys()) {
    if (name.startsWith(`springlab ${registration.scope} `)) await caches.delete(name);
  }
}
