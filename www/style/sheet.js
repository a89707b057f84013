// Style sheets for shadow trees. A page's root may have any size: what they call rem is the size that a reader has chosen.

/** That size, as a length that is inherited. */
const REM = "--springlab-rem";

/** Size in px that browsers have at first. */
const DEFAULT_SIZE = 16;

/** Whether browsers know that length; not yet known. @type {boolean | undefined} */
let registered;

function register() {
  try {
    CSS.registerProperty({ name: REM, syntax: "<length>", inherits: true, initialValue: `${DEFAULT_SIZE}px` });
  } catch (error) {
    // registered before; or a browser of long ago, where sizes are the usual ones
    return error instanceof DOMException;
  }
  return true;
}

/** @param {string} text  in which the host has the font size `medium` */
export function sheetOf(text) {
  registered ??= register();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:host { ${REM}: ${registered ? "1em" : `${DEFAULT_SIZE}px`} } ${ownSizes(text)}`);
  return sheet;
}

/** @param {string} text */
function ownSizes(text) {
  const inPixels = (/** @type {string} */ rule) =>
    rule.replace(/([\d.]+)rem/g, (_, size) => `${DEFAULT_SIZE * Number(size)}px`);
  return text
    .replace(/@container[^{]+/g, inPixels)
    .replace(/@media[^{]+|(-?[\d.]+)rem/g, (all, size) => (size ? `calc(${size} * var(${REM}))` : all));
}
