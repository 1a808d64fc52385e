import type { KeyboardEvent } from 'react';

/** Moves the focus among the buttons of a group that is one stop of the Tab key: arrow keys, Home and End. */
export function rove(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const isForward = event.key === 'ArrowDown' || event.key === 'ArrowRight';
  const isBack = event.key === 'ArrowUp' || event.key === 'ArrowLeft';
  const to = isForward ? at + 1 : isBack ? at - 1 : event.key === 'Home' ? 0 : event.key === 'End' ? -1 : undefined;
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  items.at(to % items.length)?.focus();
}

/** The element to go to from `from`, by where they stand on the screen; by order where nothing is laid out. */
export function neighbour(items: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
  const at = items.indexOf(from);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key === 'ArrowRight') return items[at + 1];
  if (key === 'ArrowLeft') return items[at - 1];
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const isDown = key === 'ArrowDown';
  const own = from.getBoundingClientRect();
  if (own.height === 0) return items[isDown ? at + 1 : at - 1];
  const distances = items
    .map((item) => ({ item, rect: item.getBoundingClientRect() }))
    .filter(({ rect }) => (isDown ? rect.top >= own.bottom - 1 : rect.bottom <= own.top + 1))
    .map(({ item, rect }) => ({ item, down: Math.abs(rect.top - own.top), aside: Math.abs(rect.left - own.left) }));
  distances.sort((a, b) => a.down - b.down || a.aside - b.aside);
  return distances[0]?.item;
}
