import { useReducedMotion } from '@mantine/hooks';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Row } from './board-rows';

const lastsMs = 300;
const flashMs = 1600;
/** Rows from farther away slide in from just outside the visible area. */
const farthest = 12;

type Team = { row: Row; position: number };
type Teams = ReadonlyMap<number, Team>;
type Known = { version: number; filter: string; teams: Teams };

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
    const teams: Teams = new Map(rows.map((row, position) => [row.id, { row, position }]));
    known.current = { version, filter, teams };
    if (!body.current || !before || before.filter !== filter || still) return;
    for (const element of body.current.querySelectorAll<HTMLElement>('[data-team]')) {
      const id = Number(element.dataset.team);
      move(element, before.teams.get(id), teams.get(id), rowHeight);
    }
  }, [body, rows, version, filter, rowHeight, still]);
}

function move(element: HTMLElement, from: Team | undefined, to: Team | undefined, rowHeight: number): void {
  if (!from || !to) return;
  if (from.position !== to.position) slide(element, from.position - to.position, rowHeight);
  if (firsts(to.row) > firsts(from.row)) flash(element);
}

function slide(element: HTMLElement, rowCount: number, rowHeight: number): void {
  const distance = Math.max(-farthest, Math.min(rowCount, farthest)) * rowHeight;
  // Rising rows are painted above the others.
  const zIndex = rowCount > 0 ? '1' : '0';
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
