import { useRef } from 'react';
import type { Row } from './board-rows';
import { type HistoryPoint, historyOf } from './score-history';

/** Colour variables; neighbours differ clearly, and the accent is reserved for the account's team. */
const lineColours = [
  '--category-web',
  '--category-reverse',
  '--category-mobile',
  '--category-pentest',
  '--category-osint',
  '--category-crypto',
  '--category-forensics',
  '--category-pwn',
  '--category-ppc',
  '--category-blockchain',
  '--category-hardware',
  '--category-misc',
] as const;
const ownColour = '--color-accent';
/** From this index on lines are dashed, so that teams differ by more than colour. */
const dashedFrom = 6;

export type ChartLine = {
  id: number;
  name: string;
  rank: number;
  score: number;
  own: boolean;
  colour: string;
  dashed: boolean;
  history: HistoryPoint[];
};

const chartTeams = 10;

/** The selected teams, or the top ten; always includes the account's team. */
export function chartRows(shown: readonly Row[], all: readonly Row[], picked: readonly number[], own?: Row): Row[] {
  const rows = picked.length > 0 ? all.filter(({ id }) => picked.includes(id)) : shown.slice(0, chartTeams);
  return own && !rows.some(({ id }) => id === own.id) ? [...rows, own] : rows;
}

/** A team keeps its colour while it is in the chart, whatever its rank. */
export function useChartLines(rows: readonly Row[], ownId: number | undefined): ChartLine[] {
  const slots = useRef(new Map<number, number>());
  const wanted = new Set(rows.map(({ id }) => id));
  for (const id of slots.current.keys()) if (!wanted.has(id)) slots.current.delete(id);
  const taken = new Set(slots.current.values());
  return rows.map((row) => {
    const own = row.id === ownId;
    let slot = slots.current.get(row.id);
    if (slot === undefined && !own) {
      slot = lineColours.findIndex((_, index) => !taken.has(index));
      if (slot < 0) slot = row.id % lineColours.length;
      taken.add(slot);
      slots.current.set(row.id, slot);
    }
    return {
      id: row.id,
      name: row.name,
      rank: row.rank,
      score: row.score,
      own,
      colour: own ? ownColour : (lineColours[slot ?? 0] ?? ownColour),
      dashed: !own && (slot ?? 0) >= dashedFrom,
      history: historyOf(row),
    };
  });
}
