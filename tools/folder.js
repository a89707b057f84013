// Makes of the built site what opens by a double click: a folder, and one file. Browsers load no modules from there, and Firefox no fonts, so that
// both have the script of vite.offline.config.js, and styles with their fonts inside.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { basename } from "node:path/posix";
import { NOTICES } from "./notices.js";
import { BENCHMARK, FRONT, MANUAL, PAGES } from "./pages.js";
import { root } from "./task.js";

const SITE = join(root, "dist/site");
const FOLDER = join(root, "dist/offline");
const SCRIPT = "springlab.js";

/** All but the page for authors, who need a site, and the benchmark, which needs a worker. */
const PATHS = [FRONT, ...PAGES.map(({ path }) => path)];

const OTHERS = [MANUAL, BENCHMARK].map(({ path, name }) => `<li><a href="[^"]*/${basename(path)}">${name}</a></li>\n`);
const OTHER_LINKS = new RegExp(OTHERS.join("|"), "g");

/** A page as it was built, in its parts. @param {string} path */
function read(path) {
  const html = readFileSync(join(SITE, path), "utf8");
  const part = (/** @type {RegExp} */ pattern) => {
    const [, found] = html.match(pattern) ?? [];
    if (found === undefined) throw new Error(`${path} has no ${pattern}.`);
    return found;
  };
  return {
    path,
    title: part(/<title>(.+?)<\/title>/),
    description: part(/<meta name="description" content="(.+?)">/),
    icon: part(/<link rel="icon" href="[./]*(.+?)"/),
    sheets: [...html.matchAll(/<link rel="stylesheet"[^>]* href="[./]*(.+?)"/g)].map(([, name]) => name),
    body: part(/<body>(.*)<\/body>/s).replace(OTHER_LINKS, ""),
  };
}

/** @typedef {ReturnType<typeof read>} Page */

/** A style sheet with its fonts. @param {string} name */
function sheet(name) {
  const text = readFileSync(join(SITE, name), "utf8");
  return text.replace(/url\(["']?\.\/([\w-]+\.woff2)["']?\)/g, (_, font) => {
    const bytes = readFileSync(join(SITE, dirname(name), font));
    return `url(data:font/woff2;base64,${bytes.toString("base64")})`;
  });
}

/** @param {string} title @param {string} description @param {string} more */
function head(title, description, more) {
  return `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
${more}`;
}

/** A page of the folder. @param {Page} page */
function ofFolder({ path, title, description, icon, sheets, body }) {
  const up = path.includes("/") ? "../" : "./";
  const links = sheets.map((name) => `<link rel="stylesheet" href="${up}${name}">`);
  const more = `<link rel="icon" href="${up}${icon}" type="image/svg+xml">
${links.join("\n")}
<script defer src="${up}${SCRIPT}"></script>`;
  return `<!doctype html>
<html lang="en">
<head>
${head(title, description, more)}
</head>
<body>${body}</body>
</html>
`;
}

/** What the address of the one file names a page. @param {string} path */
function nameOf(path) {
  return basename(path, ".html");
}

/** A page of the one file. Its links lead to others of it, and drop what the address has for this one. @param {Page} page @param {string} style */
function ofFile({ path, title, body }, style) {
  const pages = new Set(PATHS.map(nameOf));
  const linked = body.replace(/href="(?:[./]*(?:www\/)?([\w-]+)\.html)?(\?[^"#]*)?(#[^"]*)?"/g, (all, to, query) => {
    if (to === undefined && query === undefined) return all;
    const name = to ?? nameOf(path);
    return pages.has(name) ? `href="${query ?? "?"}#${name}"` : all;
  });
  return `<template data-page="${nameOf(path)}" data-title="${title}">${style}${linked}</template>`;
}

/** All pages in one. A style that only one page has comes and goes with it. @param {Page[]} pages */
function whole(pages) {
  const [{ title, description, icon }] = pages;
  const users = (/** @type {string} */ name) => pages.filter(({ sheets }) => sheets.includes(name)).length;
  const names = new Set(pages.flatMap(({ sheets }) => sheets));
  const common = [...names].filter((name) => users(name) > 1);
  const templates = pages.map((page) => ofFile(page, styles(page.sheets.filter((name) => users(name) === 1))));
  // in HTML a script ends at its end tag, also within a text
  const script = readFileSync(join(FOLDER, SCRIPT), "utf8")
    .replaceAll("</script", "<\\/script")
    .replaceAll("<!--", "<\\!--");
  const picture = Buffer.from(readFileSync(join(SITE, icon))).toString("base64");
  const more = `<link rel="icon" href="data:image/svg+xml;base64,${picture}">
${styles(common)}`;
  return `<!doctype html>
<!--
${readFileSync(join(SITE, NOTICES), "utf8").replaceAll("--", "- -")}
-->
<html lang="en">
<head>
${head(title, description, more)}
</head>
<body>
<noscript><p class="note">The laboratories need JavaScript and WebAssembly.</p></noscript>
${templates.join("\n")}
<script>${script}</script>
</body>
</html>
`;
}

/** @param {string[]} names */
function styles(names) {
  return names.map((name) => `<style>${sheet(name)}</style>`).join("\n");
}

export function makeFolder() {
  const pages = PATHS.map(read);
  for (const name of new Set(pages.flatMap(({ sheets }) => sheets))) write(name, sheet(name));
  write(pages[0].icon, readFileSync(join(SITE, pages[0].icon), "utf8"));
  for (const page of pages) write(page.path, ofFolder(page));
  writeFileSync(join(root, "dist/springlab.html"), whole(pages));
}

/** @param {string} name @param {string} text */
function write(name, text) {
  const file = join(FOLDER, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
