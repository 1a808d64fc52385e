let pressed = false;

if (typeof window !== 'undefined') {
  const set = (value: boolean) => () => {
    pressed = value;
  };
  for (const [event, value] of [
    ['pointerdown', true],
    ['pointerup', false],
    ['pointercancel', false],
  ] as const) {
    window.addEventListener(event, set(value), { capture: true });
  }
}

/**
 * Runs at once, or, while a button of the pointer is down, after its click: what moves on the page in between would be
 * pulled from under the pointer, and the click lost.
 */
export function afterPress(run: () => void): void {
  if (pressed) window.addEventListener('pointerup', () => setTimeout(run), { once: true });
  else run();
}
