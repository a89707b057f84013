// Puts around the text of a page everything that all pages share: head, masthead with navigation,
// footer.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dirname, relative } from "node:path/posix";
import { withPath } from "../www/lessons.ts";
import { ABOUT, FRAME, FRONT, MANUAL, OTHERS, PAGES } from "./pages.js";
import { DRAFT_POLICY, POLICY } from "./policy.js";
import { root } from "./task.js";

/** @import { Plugin } from "vite" */

/** Scripts of pages that aren't lessons. @type {Record<string, string>} */
const SCRIPTS = {
  [FRONT]: "www/front.ts",
  [FRAME]: "www/embed-frame.ts",
  [MANUAL.path]: "www/manual.ts",
};

/** Source of the page FRAME, which is at the top of the site. */
const FRAME_SOURCE = join(root, "www/embed-frame.html");

/** An example of the manual, whose text is also shown as code. */
const EXAMPLE = /<div class="example"( data-script)?>\n(.*?)\n\s*<\/div>/gs;

/** Loads the element, for the first example of a page. */
const ELEMENT = '<script type="module" src="spring-lab.js"></script>\n';

/**
 * Plugins that complete pages. With `site`, preview pictures work in social networks.
 * @param {string} [site]  for example https://example.org/springlab/
 * @returns {Plugin[]}
 */
export function pageShell(site) {
  const frame = join(root, FRAME);
  return [
    {
      name: "frame-page",
      resolveId: (id) => (id === FRAME ? frame : undefined),
      load: (id) => (id === frame ? readFileSync(FRAME_SOURCE, "utf8") : undefined),
      configureServer: (server) => {
        server.middlewares.use(async ({ url = "" }, response, next) => {
          if (url.split("?", 1)[0] !== `/${FRAME}`) return next();
          response.setHeader("content-type", "text/html");
          response.end(await server.transformIndexHtml(`/${FRAME}`, readFileSync(FRAME_SOURCE, "utf8")));
        });
      },
    },
    {
      name: "shell",
      transformIndexHtml: {
        order: "pre",
        handler: (html, { path, server }) =>
          withShell(withPrograms(withExamples(html)), path.slice(1), server ? DRAFT_POLICY : POLICY),
      },
    },
    {
      name: "compact-html",
      transformIndexHtml: {
        order: "post",
        handler: (html, { path, bundle }) => {
          const compact = html
            .replace(/ data-claim="[^"]*"/g, "") // only tests read them
            .replace(/<pre.*?<\/pre>|\n\s+/gs, (part) => (part.startsWith("<pre") ? part : "\n"))
            .replace(/(?<=og:image" content=")[^"]+/, (card) => (site ? String(new URL(card, site + path)) : card));
          return bundle && path === `/${FRAME}` ? withFallback(compact) : compact;
        },
      },
    },
  ];
}

/**
 * A frame without an origin loads no modules and no files of its site with CORS.
 * @param {string} html
 */
function withFallback(html) {
  return html
    .replace(/(rel="stylesheet") crossorigin/g, "$1")
    .replace("</head>", '<script src="./sandbox-fallback.js"></script>\n</head>');
}

/** @param {string} html @param {string} path @param {string} policy */
function withShell(html, path, policy) {
  const to = (/** @type {string} */ target) => {
    const link = relative(dirname(path), target);
    return link.startsWith(".") ? link : `./${link}`;
  };
  const sheets = ["www/style/page.css", ...(/\\[([]/.test(html) ? ["www/style/math.css"] : [])];
  const title = html.match(/<title>(.+?)<\/title>/)?.[1] ?? "";
  const description = html.match(/<meta name="description" content="(.+?)">/)?.[1] ?? "";
  const head = `<meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta property="og:type" content="website">
    <meta property="og:title" content="${title}">
    <meta property="og:description" content="${description}">
    <meta property="og:image" content="${to("www/card.png")}">
    <meta property="og:image:alt" content="Springlab: a checked tablecloth of springs on a small table, and the curves of its energies">
    <meta name="twitter:card" content="summary_large_image">
    <link rel="icon" href="${to("www/icon.svg")}" type="image/svg+xml">
    ${sheets.map((sheet) => `<link rel="stylesheet" href="${to(sheet)}">`).join("\n    ")}
    <script type="module" src="${to(SCRIPTS[path] ?? "www/page.ts")}"></script>`;
  if (path === FRAME) return html.replace("<head>", `<head>\n    ${head}`);
  const current = (/** @type {string} */ page) => (page === path ? ' aria-current="page"' : "");
  const links = [...PAGES, ...OTHERS.filter((page) => page !== ABOUT)].map(
    (page) => `<li><a href="${to(page.path)}"${current(page.path)}>${page.name}</a></li>`,
  );
  const masthead = `<p class="disk">Browsers load these laboratories from a web server only. Put the folder on one, or open springlab.html, which needs none.</p>
    <a class="skip" href="#main">Skip to the content</a>
    <header class="masthead">
      <a class="home" href="${to(FRONT)}"${current(FRONT)}>Springlab</a>
      <nav aria-label="Pages">
        <ul>
          ${links.join("\n          ")}
        </ul>
      </nav>
    </header>`;
  const sections = { licence: "MIT or Apache-2.0", source: "Source code", cite: "Cite", report: "Report a fault" };
  const notes = Object.entries(sections).map(([id, name]) => `<a href="${to(ABOUT.path)}#${id}">${name}</a>`);
  return withPath(html, path, to)
    .replace("<head>", `<head>\n    ${head}`)
    .replace("<body>", `<body>\n    ${masthead}`)
    .replace("</body>", `  <footer>Springlab · ${notes.join(" · ")}</footer>\n  </body>`);
}

/**
 * Shows below each example its text to copy, with the site's address in place of relative ones.
 * @param {string} html
 */
function withExamples(html) {
  return html.replace(EXAMPLE, (_, script, source) => {
    const text = (script ? ELEMENT : "") + source.replaceAll('"../', '"SITE/').replace(/\n\s+/g, "\n");
    return `<div class="example"><div class="runs">${source}</div><pre><code>${escaped(text)}</code></pre></div>`;
  });
}

/** Shows the programs that a page names. @param {string} html */
function withPrograms(html) {
  const text = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8").trimEnd();
  return html.replace(/<code data-program="(.+?)">/g, (tag, path) => tag + escaped(text(path)));
}

const escaped = (/** @type {string} */ text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
