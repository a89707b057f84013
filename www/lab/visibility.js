// Visibility of an element: it is in the window, the tab is in front, and no ancestor is faded out,
// as hidden slides are.

/** Time between two checks in ms: no event reports that an element is faded out. */
const PERIOD = 250;

/**
 * Reports a node's visibility as soon as it is known, and whenever it changes.
 * @param {Element} node
 * @param {(seen: boolean) => void} notify
 * @param {AbortSignal} signal  ends it
 */
export function watchVisibility(node, notify, signal) {
  /** True if it is in the window; undefined until known. @type {boolean | undefined} */
  let inWindow;
  /** The last reported visibility. @type {boolean | undefined} */
  let last;
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
