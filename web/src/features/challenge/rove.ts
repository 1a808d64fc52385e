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

/** The element to go to from `from`: up and down its own column, left and right to the nearest of the column beside it. */
export function neighbour(items: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  const own = from.getBoundingClientRect();
  const places = items.map((item) => {
    const { left, top } = item.getBoundingClientRect();
    return { item, aside: Math.round(left - own.left), down: Math.abs(top - own.top) };
  });
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const column = places.filter(({ aside }) => Math.abs(aside) <= 1).map(({ item }) => item);
    const at = column.indexOf(from);
    return column[key === 'ArrowDown' ? at + 1 : at - 1];
  }
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return undefined;
  const beside = places.filter(({ aside }) => (key === 'ArrowRight' ? aside > 1 : aside < -1));
  return beside.sort((a, b) => Math.abs(a.aside) - Math.abs(b.aside) || a.down - b.down)[0]?.item;
}
