// The content security policy of the pages, in each page and in the server's headers: nothing from
// elsewhere is run, drawn or loaded.

export const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types springlab", // for addresses of workers, see www/base/trust.js
].join("; ");

/** The policy under `npm run dev`: Vite shows errors of the compiler with inline styles. */
export const DRAFT_POLICY = POLICY.replace("style-src 'self'", "$& 'unsafe-inline'");

/** Headers that a server should send with every file. */
export const HEADERS = { "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff" };

/** Writes the headers into a file that static hosts read. @returns {import("vite").Plugin} */
export function headers() {
  const lines = Object.entries(HEADERS).map(([name, value]) => `  ${name}: ${value}\n`);
  // pages elsewhere may load the element as a module
  const shared = "/spring-lab.js\n  Access-Control-Allow-Origin: *\n";
  return {
    name: "headers",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "_headers", source: `/*\n${lines.join("")}${shared}` });
    },
  };
}
