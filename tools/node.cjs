// Ends with one sentence where Node.js is too old for the other scripts. Runs in any version.
var range = require("../package.json").engines.node; // such as "^20.19 || ^22.16 || >=24"
var version = process.versions.node;
var numbers = version.split(".").map(Number);
var fits = range.split(" || ").some((part) => {
  var floor = part.match(/[0-9]+/g).map(Number);
  if (numbers[0] === floor[0]) return numbers[1] >= (floor[1] || 0);
  return part.charAt(0) === ">" && numbers[0] > floor[0];
});
if (!fits) {
  console.error(`Node.js ${version} does not run this.\n→ install a version ${range}, from nodejs.org`);
  process.exit(1);
}
