// Comments of the project's own files: where they stand, how wide they are and how they begin.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { root } from "../tools/task.js";

/** Columns a comment line may take, indentation included. */
const WIDTH = 100;

/** Words that make a reader wait for the subject of a comment. */
const EVASIVE =
  /^(What|Whatever|Whether|Where|Wherever|Who|Whoever|Whose|Whom|Which|How|Of|So|As|That|Those|Nobody|Nothing|None)\b/;

/** The beginning of a comment line, by extension. @type {Record<string, RegExp>} */
const OPENINGS = {
  ".rs": /^\s*(\/\/[/!]?)(?!\/)/,
  ".js": /^\s*(\/\/|\/\*\*?|\*(?!\/))/,
  ".css": /^\s*(\/\*\*?|\*(?!\/))/,
  ".py": /^\s*(#(?!!)|""")/,
};
OPENINGS[".mjs"] = OPENINGS[".js"];
OPENINGS[".ts"] = OPENINGS[".js"];
OPENINGS[".toml"] = OPENINGS[".py"];

/** A comment after code on the same line. */
const TRAILING = /[;{}(),\]=>\w]\s+(?:\/\/[/!]?|\/\*\*?) (.*)$/;

/**
 * @typedef {{ path: string, line: number, text: string, width: number, first: boolean }}
 * CommentLine
 */

/** Files that may hold comments. @param {string[]} [paths]  files or folders, all by default */
function sources(paths = []) {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--", ...paths], { cwd: root });
  return listed
    .toString()
    .split("\n")
    .filter((path) => extname(path) in OPENINGS);
}

/** The comment lines of a file. @param {string} path @returns {CommentLine[]} */
function comments(path) {
  const opening = OPENINGS[extname(path)];
  /** @type {CommentLine[]} */
  const found = [];
  let fenced = false;
  let continues = false;
  for (const [at, line] of readFileSync(join(root, path), "utf8").split("\n").entries()) {
    const opened = opening.exec(line);
    const text = (opened ? line.slice(opened[0].length) : (TRAILING.exec(line)?.[1] ?? "")).trim();
    if (text.startsWith("```")) fenced = opened ? !fenced : false;
    const prose = opened && !fenced && !text.startsWith("```");
    if (opened ? prose : text) {
      const first = (!continues || /^\s*(\/\*|"""\w)/.test(line)) && /\p{L}/u.test(text);
      found.push({ path, line: at + 1, text, width: opened ? line.length : 0, first });
    }
    // an empty comment line separates paragraphs of one comment
    continues = Boolean(opened) && !/^\s*(\/\*\*?|""")\s*$/.test(line) && !line.includes("*/");
  }
  return found;
}

/** Breaches of the rules, a sentence each. @param {CommentLine[]} lines */
function complaints(lines) {
  return lines.flatMap(({ path, line, text, width, first }) => {
    const said = [];
    if (width > WIDTH) said.push(`${path}:${line}: the comment is ${width} columns wide, of at most ${WIDTH}`);
    if (first && EVASIVE.test(text)) said.push(`${path}:${line}: the comment begins with “${text.split(/\s/, 1)}”`);
    return said;
  });
}

const lines = sources(process.argv.slice(2)).flatMap(comments);
const wrong = complaints(lines);
for (const line of wrong) console.log(line);
console.log(`${lines.length} comment lines, ${wrong.length} to mend`);
process.exitCode = wrong.length > 0 ? 1 : 0;
