// Editions of the built site that need no network: kept by a service worker; and opened from disk,
// as the folder dist/offline and as the one file dist/springlab.html.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { basename } from "node:path/posix";
import { NOTICES } from "./package-files.js";
import { ABOUT, FRONT, GLOSSARY, MANUAL, PAGES } from "./pages.js";
import { root } from "./task.js";

const SITE = join(root, "dist/site");
const FOLDER = join(root, "dist/offline");
const SCRIPT = "springlab.js";

/** Files of the site that its pages need; not preview cards, nor scripts for pages elsewhere. */
const NEEDED = /^([\w-]+\.html|www\/.+|assets\/.+\.(js|css|wasm|woff2|svg))$/;

/** Pages that open from disk: all but the manual, which needs a site. */
const PATHS = [FRONT, ...[...PAGES, GLOSSARY, ABOUT].map(({ path }) => path)];

const MANUAL_LINK = new RegExp(`<li><a href="[^"]*/${basename(MANUAL.path)}">.*</a></li>\n`);

/**
 * Tags that only pages for a server need: policy, preview cards, modules, which browsers don't load
 * from disk, and the sentence that says so.
 */
const FOR_SERVERS = /<(meta (http-equiv|property|name="twitter)|script type="mod|link rel="mod|p class="disk").*\n/g;

/** @returns {import("vite").Plugin} */
export function offline() {
  return { name: "offline", apply: "build", writeBundle: ({ dir = "" }) => writeWorker(dir) };
}

/**
 * Writes the service worker, with the names and hashes of all files that the pages need, and a
 * version that changes with any of them.
 * @param {string} site  its folder
 */
export function writeWorker(site) {
  const all = readdirSync(site, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  const names = all.filter((name) => NEEDED.test(name)).sort();
  const hash = (/** @type {string | Buffer} */ data) => createHash("sha256").update(data).digest("hex");
  const files = Object.fromEntries(names.map((name) => [name, hash(readFileSync(join(site, name)))]));
  const build = { version: hash(JSON.stringify(files)).slice(0, 16), files };
  const source = readFileSync(join(root, "www/offline-worker.js"), "utf8");
  const written = source.replace(/(?<=^const BUILD = ).*(?=;$)/m, JSON.stringify(build));
  writeFileSync(join(site, "offline-worker.js"), written);
}

/** Writes both editions that open from disk. Their classic script must be built. */
export function writeDiskEditions() {
  const pages = PATHS.map((path) => ({ path, html: html(path) }));
  for (const { path, html } of pages) {
    const up = path.includes("/") ? "../" : "./";
    write(path, html.replace("</head>", `<script defer src="${up}${SCRIPT}"></script>\n</head>`));
    for (const name of sheets(html)) write(name, styles(name));
    write(icon(html), readFileSync(join(SITE, icon(html)), "utf8"));
  }
  writeFileSync(join(root, "dist/springlab.html"), whole(pages));
}

/** @param {string} name @param {string} text */
function write(name, text) {
  const file = join(FOLDER, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** A built page without the tags that only servers need. @param {string} path */
function html(path) {
  const built = readFileSync(join(SITE, path), "utf8");
  return built.replace(FOR_SERVERS, "").replace(MANUAL_LINK, "").replaceAll(" crossorigin", "");
}

/** Paths of a page's style sheets. @param {string} html */
function sheets(html) {
  return [...html.matchAll(/<link rel="stylesheet" href="[./]*(.+?)"/g)].map(([, name]) => name);
}

/** @param {string} html */
function icon(html) {
  return part(html, /<link rel="icon" href="[./]*(.+?)"/);
}

/** A style sheet with its fonts inside: Firefox loads none from disk. @param {string} name */
function styles(name) {
  const text = readFileSync(join(SITE, name), "utf8");
  return text.replace(/url\(["']?\.\/([\w-]+\.woff2)["']?\)/g, (_, font) => {
    const bytes = readFileSync(join(SITE, dirname(name), font));
    return `url(data:font/woff2;base64,${bytes.toString("base64")})`;
  });
}

/** @param {string} html @param {RegExp} pattern */
function part(html, pattern) {
  const [, found] = html.match(pattern) ?? [];
  if (found === undefined) throw new Error(`A page has no ${pattern}.`);
  return found;
}

/** All pages in one file, each in a template. @param {{ path: string, html: string }[]} pages */
function whole(pages) {
  const front = pages[0].html;
  const names = [...new Set(pages.flatMap(({ html }) => sheets(html)))];
  const templates = pages.map(({ path, html }) => {
    const title = part(html, /<title>(.+?)<\/title>/);
    const body = withLinks(part(html, /<body>(.*)<\/body>/s), path);
    return `<template data-page="${basename(path, ".html")}" data-title="${title}">${body}</template>`;
  });
  // in HTML a script ends at the first end tag, even within a string
  const script = readFileSync(join(FOLDER, SCRIPT), "utf8")
    .replaceAll("</script", "<\\/script")
    .replaceAll("<!--", "<\\!--");
  const picture = readFileSync(join(SITE, icon(front))).toString("base64");
  const head = part(front, /<head>(.*)<\/head>/s)
    .replace(/<link rel="stylesheet".*\n/g, "")
    .replace(/(?<=<link rel="icon" href=")[^"]+/, `data:image/svg+xml;base64,${picture}`);
  return `<!doctype html>
<!--
${readFileSync(join(SITE, NOTICES), "utf8").replaceAll("--", "- -")}
-->
<html lang="en">
<head>${head}${names.map((name) => `<style>${styles(name)}</style>`).join("\n")}
</head>
<body>
<noscript><p class="note">The laboratories need JavaScript and WebAssembly.</p></noscript>
${templates.join("\n")}
<script>${script}</script>
</body>
</html>
`;
}

/**
 * Points links at templates: `?query#page`.
 * @param {string} body @param {string} path  of its page
 */
function withLinks(body, path) {
  const names = new Set(PATHS.map((page) => basename(page, ".html")));
  return body.replace(/href="(?:[./]*(?:www\/)?([\w-]+)\.html)?(\?[^"#]*)?(#[^"]*)?"/g, (link, to, query) => {
    const name = to ?? basename(path, ".html");
    const within = to === undefined && query === undefined;
    return within || !names.has(name) ? link : `href="${query ?? "?"}#${name}"`;
  });
}
