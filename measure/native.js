// Builds the programs of measure/native/.
import { run } from "../tools/task.js";

/**
 * Builds a program, with the profile of the pages' engine if none is given.
 * @param {string} name @param {string} [profile]  of Cargo.toml
 * @returns {Promise<string>} its path
 */
export async function buildNatively(name, profile = "release") {
  const build = ["cargo", "build", "--locked", "--profile", profile, "--package", "springlab-bench", "--bin", name];
  const messages = await run(`building ${name}, natively`, [...build, "--message-format", "json-render-diagnostics"]);
  return messages.match(/"executable":"([^"]+)"/)?.[1] ?? "";
}
