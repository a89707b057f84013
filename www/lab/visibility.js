// Whether somebody can see a part of the page: it is in the window, the page is in front, and nothing around it is faded out, as slides are.

/** How often what is in the window is asked whether it is faded out, in ms: nothing tells of that. */
const PERIOD = 250;

/**
 * Tells whether a node is seen, as soon as that is known and whenever it changes.
 * @param {Element} node @param {(seen: boolean) => void} notify @param {AbortSignal} signal  until then
 */
export function watchVisibility(node, notify, signal) {
  /** Whether it is in the window, once the browser has told. @type {boolean | undefined} */
  let inWindow;
  /** @type {boolean | undefined} */
  let last;
  const update = () => {
    if (inWindow === undefined) return;
    const seen =
      inWindow && !document.hidden && node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (seen !== last) notify(seen);
    last = seen;
  };
  const observer = new IntersectionObserver((entries) => {
    inWindow = entries[entries.length - 1].isIntersecting;
    update();
  });
  observer.observe(node);
  document.addEventListener("visibilitychange", update, { signal });
  const timer = setInterval(update, PERIOD);
  signal.addEventListener("abort", () => {
    observer.disconnect();
    clearInterval(timer);
  });
}
