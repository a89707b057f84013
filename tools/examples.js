// The examples of a page: what stands in <div class="example"> runs, and stands below it as text to copy.

const EXAMPLE = /<div class="example"( data-script)?>\n(.*?)\n\s*<\/div>/gs;

/** What the first one needs, once in a page. */
const SCRIPT = '<script type="module" src="spring-lab.js"></script>\n';

/** @returns {import("vite").Plugin} */
export function examples() {
  return { name: "examples", transformIndexHtml: { order: "pre", handler: shown } };
}

/** @param {string} html */
export function shown(html) {
  return html.replace(EXAMPLE, (_, script, source) => {
    // a page of ours lies beside others, a reader's anywhere
    const text = (script ? SCRIPT : "") + source.replaceAll('"../', '"SITE/');
    return `<div class="example"><div class="runs">${source}</div><pre><code>${escaped(text)}</code></pre></div>`;
  });
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
