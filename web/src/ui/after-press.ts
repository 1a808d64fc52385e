/** How a press ends: a scroll or a drag cancels it, and one outside of the window is only seen by the loss of the focus. */
const ENDS = ['pointerup', 'pointercancel', 'blur'];

let pressed = false;

if (typeof window !== 'undefined') {
  const set = (value: boolean) => () => {
    pressed = value;
  };
  window.addEventListener('pointerdown', set(true), { capture: true });
  for (const end of ENDS) window.addEventListener(end, set(false), { capture: true });
}

/**
 * Runs at once, or, while a button of the pointer is down, after its click: what moves on the page in between would be
 * pulled from under the pointer, and the click lost.
 */
export function afterPress(run: () => void): void {
  if (!pressed) {
    run();
    return;
  }
  const ended = new AbortController();
  const end = () => {
    ended.abort();
    setTimeout(run);
  };
  for (const event of ENDS) window.addEventListener(event, end, { signal: ended.signal });
}
