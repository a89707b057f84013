// Ends with one sentence where Node.js is too old for the other scripts. Runs in any version.
var FLOOR = [20, 19];
var version = process.versions.node.split(".").map(Number);
if (version[0] < FLOOR[0] || (version[0] === FLOOR[0] && version[1] < FLOOR[1])) {
  console.error(
    "Node.js " +
      process.versions.node +
      " is too old.\n→ install Node.js " +
      FLOOR.join(".") +
      " or newer, from nodejs.org or by a version manager",
  );
  process.exit(1);
}
