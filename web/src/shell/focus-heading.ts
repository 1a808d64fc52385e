/** While the page loads what it needs. */
const attempts = 40;
const pauseMs = 50;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Something of the new page has taken it, or a dialog stands above it. */
const isInUse = (element: Element | null) =>
  element?.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;

/**
 * Gives the focus to the heading of the page that has just been opened, so that screen readers say it and Tab goes on
 * from there.
 */
export function focusHeading(left = attempts): void {
  clearTimeout(timer);
  if (isInUse(document.activeElement)) return;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  } else if (left > 0) timer = setTimeout(focusHeading, pauseMs, left - 1);
}
