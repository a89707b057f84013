/** Browsers that know `light-dark()`, as all do that know popovers: translated for older ones, it would not follow an author's `color-scheme`. */
export const STYLES = ["chrome123", "firefox125", "safari17.5"];
