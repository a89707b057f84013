// Whether somebody can see a part of the page: it is in the window, the page is in front, and nothing around it is faded out, as slides are.

/** How often what is in the window is asked whether it is faded out, in ms: nothing tells of that. */
const PERIOD = 250;

/**
 * Tells whether a node is seen, as soon as that is known and whenever it changes.
 * @param {Element} node @param {(seen: boolean) => void} tell @param {AbortSignal} signal  until then
 */
export function watch(node, tell, signal) {
  /** Whether it is in the window, once the browser has told. @type {boolean | undefined} */
  let near;
  /** @type {boolean | undefined} */
  let told;
  const look = () => {
    if (near === undefined) return;
    const seen = near && !document.hidden && node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (seen !== told) tell(seen);
    told = seen;
  };
  const observer = new IntersectionObserver((entries) => {
    near = entries[entries.length - 1].isIntersecting;
    look();
  });
  observer.observe(node);
  document.addEventListener("visibilitychange", look, { signal });
  const timer = setInterval(look, PERIOD);
  signal.addEventListener("abort", () => {
    observer.disconnect();
    clearInterval(timer);
  });
}
