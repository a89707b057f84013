// Puts around a page's own text what all pages have: the head, the masthead with the navigation, the footer.
import { dirname, relative } from "node:path/posix";
import { BENCHMARK, FRAME, FRONT, MANUAL, PAGES } from "./pages.js";
import { DRAFT_POLICY, POLICY } from "./policy.js";

/** Of pages without a lesson. @type {Record<string, string>} */
const SCRIPTS = {
  [FRONT]: "www/front.js",
  [FRAME]: "www/frame.js",
  [MANUAL.path]: "www/manual.js",
  [BENCHMARK.path]: "www/benchmark.js",
};

/**
 * Social networks want the whole address of a card's picture. Where the site will be is known only to who puts it there;
 * without it the address is relative like all others.
 * @param {string} [site]  e.g. https://example.org/springlab/
 * @returns {import("vite").Plugin[]}
 */
export function frame(site) {
  const around = (/** @type {string} */ html, /** @type {{ path: string, server?: object }} */ { path, server }) =>
    framed(html, path.replace(/^\//, ""), server ? DRAFT_POLICY : POLICY);
  const whole = (/** @type {string} */ html, /** @type {{ path: string }} */ { path }) =>
    html
      .replace(/\n\s+/g, "\n")
      .replace(/(og:image" content=")([^"]+)/, (_, start, way) => start + (site ? new URL(way, site + path) : way));
  // without an origin a frame loads no modules, and nothing that is asked for across origins
  const alone = (/** @type {string} */ html, /** @type {{ path: string, bundle?: object }} */ { path, bundle }) =>
    bundle && path === `/${FRAME}`
      ? html
          .replace(/(rel="stylesheet") crossorigin/g, "$1")
          .replace("</head>", '<script src="./alone.js"></script>\n</head>')
      : html;
  return [
    { name: "frame", transformIndexHtml: { order: "pre", handler: around } },
    { name: "alone", transformIndexHtml: { order: "post", handler: alone } },
    { name: "whole-address", transformIndexHtml: { order: "post", handler: whole } },
  ];
}

/** @param {string} html @param {string} path @param {string} policy */
function framed(html, path, policy) {
  const to = (/** @type {string} */ target) => {
    const way = relative(dirname(path), target);
    return way.startsWith(".") ? way : `./${way}`;
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
    <meta property="og:image:alt" content="Springlab: a mass on a spring and the curves of its energies">
    <meta name="twitter:card" content="summary_large_image">
    <link rel="icon" href="${to("www/icon.svg")}" type="image/svg+xml">
    ${sheets.map((sheet) => `<link rel="stylesheet" href="${to(sheet)}">`).join("\n    ")}
    <script type="module" src="${to(SCRIPTS[path] ?? "www/page.js")}"></script>`;
  if (path === FRAME) return html.replace("<head>", `<head>\n    ${head}`);
  const current = (/** @type {string} */ page) => (page === path ? ' aria-current="page"' : "");
  const links = [...PAGES, BENCHMARK, MANUAL].map(
    (page) => `<li><a href="${to(page.path)}"${current(page.path)}>${page.name}</a></li>`,
  );
  const masthead = `<a class="skip" href="#main">Skip to the content</a>
    <header class="masthead">
      <a class="home" href="${to(FRONT)}"${current(FRONT)}>Springlab</a>
      <nav aria-label="Pages">
        <ul>
          ${links.join("\n          ")}
        </ul>
      </nav>
    </header>`;
  return html
    .replace("<head>", `<head>\n    ${head}`)
    .replace("<body>", `<body>\n    ${masthead}`)
    .replace("</body>", "  <footer>Springlab · MIT or Apache-2.0</footer>\n  </body>");
}
