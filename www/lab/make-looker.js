// Makes the worker that looks.

export function makeLooker() {
  return new Worker(new URL("./looker.js", import.meta.url), { type: "module" });
}
