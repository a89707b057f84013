// Style sheets for shadow trees. A page may give its root any font size, so here 1rem is the
// reader's own font size.

/** Custom property with that size, registered as an inherited length. */
const REM = "--springlab-rem";

/** Default font size of browsers in px. */
const DEFAULT_SIZE = 16;

/** Registers the property; false in old browsers, which get fixed sizes. */
function register({ CSS }: typeof globalThis) {
  try {
    CSS.registerProperty({ name: REM, syntax: "<length>", inherits: true, initialValue: `${DEFAULT_SIZE}px` });
  } catch (error) {
    return (error as Error).name === "InvalidModificationError"; // registered before
  }
  return true;
}

/**
 * Creates a style sheet.
 * @param text  gives the host the font size `medium`
 * @param view  of the document in which it is used
 */
export function sheetOf(text: string, view: Window & typeof globalThis = window) {
  const registered = register(view);
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(`:host { ${REM}: ${registered ? "1em" : `${DEFAULT_SIZE}px`} } ${ownSizes(text)}`);
  return sheet;
}

/** Replaces rem, by px in container queries and by the property in rules. */
function ownSizes(text: string) {
  const inPixels = (rule: string) => rule.replace(/([\d.]+)rem/g, (_, size) => `${DEFAULT_SIZE * Number(size)}px`);
  return text
    .replace(/@container[^{]+/g, inPixels)
    .replace(/@media[^{]+|(-?[\d.]+)rem/g, (all, size) => (size ? `calc(${size} * var(${REM}))` : all));
}
