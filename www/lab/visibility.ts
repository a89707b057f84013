// Visibility of an element: it is in the window, the tab is in front, and no ancestor is faded out,
// as hidden slides are.

/** Time between two checks in ms: no event reports that an element is faded out. */
const PERIOD = 250;

/**
 * Reports a node's visibility as soon as it is known, and whenever it changes.
 * @param signal  ends it
 */
export function watchVisibility(node: Element, notify: (seen: boolean) => void, signal: AbortSignal) {
  /** True if it is in the window; undefined until known. */
  let inWindow: boolean | undefined;
  /** The last reported visibility. */
  let last: boolean | undefined;
  const update = () => {
    if (inWindow === undefined) return;
    const seen =
      inWindow &&
      !node.ownerDocument.hidden &&
      node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (seen !== last) notify(seen);
    last = seen;
  };
  const observer = new IntersectionObserver((entries) => {
    inWindow = entries[entries.length - 1].isIntersecting;
    update();
  });
  observer.observe(node);
  node.ownerDocument.addEventListener("visibilitychange", update, { signal });
  const timer = setInterval(update, PERIOD);
  signal.addEventListener("abort", () => {
    observer.disconnect();
    clearInterval(timer);
  });
}
