// Takes out of shaders what is for their readers: comments, and the room before lines.

/** A shader, whatever is put into it. */
const SHADER = /(?<=^(?:export )?const \w+ = )`[^`]*`/gm;

/** @returns {import("vite").Plugin} */
export function shaders() {
  return {
    name: "shaders",
    apply: "build",
    transform: (code, id) => (/\/canvas\/shaders\.js$/.test(id) ? bare(code) : undefined),
  };
}

/** @param {string} module */
export function bare(module) {
  return module.replace(SHADER, (shader) => shader.replace(/\s*\/\/.*$/gm, "").replace(/\n\s+/g, "\n"));
}
