import { useReducedMotion } from '@mantine/hooks';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Row } from './board-rows';

const lastsMs = 300;
const flashMs = 1600;
/** Rows from farther away slide in from just outside the visible area. */
const farthest = 12;

type Known = { version: number; filter: string; places: Map<number, number>; rows: Map<number, Row> };

const firsts = ({ solvedChallenges }: Row) =>
  solvedChallenges.reduce((count, { type }) => count + Number(type === 'FirstBlood'), 0);

/**
 * Animates visible rows to their new positions when the scoreboard changes, and flashes a row on first blood. `filter`
 * identifies the selection: rows moved by filtering or sorting are not animated.
 */
export function useRowMotion(
  body: RefObject<HTMLElement | null>,
  { rows, version, filter, rowHeight }: { rows: readonly Row[]; version: number; filter: string; rowHeight: number },
): void {
  const still = useReducedMotion();
  const known = useRef<Known>(undefined);

  useLayoutEffect(() => {
    const before = known.current;
    if (before?.version === version && before.filter === filter) return;
    known.current = {
      version,
      filter,
      places: new Map(rows.map(({ id }, place) => [id, place])),
      rows: new Map(rows.map((row) => [row.id, row])),
    };
    if (!before || before.filter !== filter || still) return;
    for (const element of body.current?.querySelectorAll<HTMLElement>('[data-team]') ?? []) {
      const id = Number(element.dataset.team);
      const [from, to] = [before.places.get(id), known.current.places.get(id)];
      if (from !== undefined && to !== undefined && from !== to) slide(element, from - to, rowHeight);
      const [old, row] = [before.rows.get(id), known.current.rows.get(id)];
      if (old && row && old !== row && firsts(row) > firsts(old)) flash(element);
    }
  }, [body, rows, version, filter, rowHeight, still]);
}

function slide(element: HTMLElement, places: number, rowHeight: number): void {
  const distance = Math.max(-farthest, Math.min(places, farthest)) * rowHeight;
  // Rising rows are painted above the others.
  const zIndex = places > 0 ? '1' : '0';
  element.animate?.(
    [
      { transform: `translateY(${distance}px)`, zIndex },
      { transform: 'none', zIndex },
    ],
    {
      duration: lastsMs,
      easing: 'cubic-bezier(0.2, 0, 0, 1)',
    },
  );
}

function flash(element: HTMLElement): void {
  element.animate?.([{ '--flash': '42%' }, { '--flash': '42%', offset: 0.3 }, { '--flash': '0%' }], {
    duration: flashMs,
    easing: 'ease-out',
  });
}
