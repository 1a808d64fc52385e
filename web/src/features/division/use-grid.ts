import { type KeyboardEvent, useRef, useState } from 'react';

/** The place of a cell in the table; column 0 stands for all divisions. */
export type Place = { row: number; column: number };
type Box = { left: number; top: number; width: number; height: number };

/** Focus that moves through a table of `rows` by `columns` cells by arrow keys, and where its editor opens. */
export function useGrid(rows: number, columns: number) {
  const [wanted, setPlace] = useState<Place>({ row: 1, column: 1 });
  const [box, setBox] = useState<Box>();
  const table = useRef<HTMLTableElement>(null);
  const within = (at: Place): Place => ({
    row: Math.max(0, Math.min(rows - 1, at.row)),
    column: Math.max(0, Math.min(columns - 1, at.column)),
  });
  const place = within(wanted);
  const elementAt = (at: Place) => table.current?.querySelector<HTMLElement>(`[data-place="${at.row}:${at.column}"]`);

  const open = (at: Place) => {
    const element = elementAt(at);
    const frame = table.current?.getBoundingClientRect();
    if (!element || !frame) return;
    const { left, top, width, height } = element.getBoundingClientRect();
    setPlace(at);
    setBox({ left: left - frame.left, top: top - frame.top, width, height });
  };
  const close = () => {
    setBox(undefined);
    elementAt(place)?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { row, column } = place;
    const steps: Record<string, Place> = {
      ArrowUp: { row: row - 1, column },
      ArrowDown: { row: row + 1, column },
      ArrowLeft: { row, column: column - 1 },
      ArrowRight: { row, column: column + 1 },
      Home: { row: event.ctrlKey ? 0 : row, column: 0 },
      End: { row: event.ctrlKey ? rows : row, column: columns },
      PageUp: { row: row - 10, column },
      PageDown: { row: row + 10, column },
    };
    const next = steps[event.key];
    if (!next) return;
    event.preventDefault();
    setPlace(within(next));
    elementAt(within(next))?.focus();
  };
  return { table, place, box, open, close, onKeyDown };
}
