// What a page of the site may do, told by each page itself and by the server: what has come into it from elsewhere is not run, drawn or asked for.

export const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types springlab", // for addresses of workers, www/base/trust.js
].join("; ");

/** While the pages are written: what the compiler refuses is shown in a style of Vite's own. */
export const DRAFT_POLICY = POLICY.replace("style-src 'self'", "$& 'unsafe-inline'");

/** What a server is to send with every file. */
export const HEADERS = { "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff" };

/** Writes the headers as static hosts read them. @returns {import("vite").Plugin} */
export function headers() {
  const lines = Object.entries(HEADERS).map(([name, value]) => `  ${name}: ${value}\n`);
  // a page anywhere may have the element from here, as a module too
  const shared = "/spring-lab.js\n  Access-Control-Allow-Origin: *\n";
  return {
    name: "headers",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "_headers", source: `/*\n${lines.join("")}${shared}` });
    },
  };
}
