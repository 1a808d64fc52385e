import type { Harness } from '../harness/harness';
import type { RowName } from '../options.mjs';
import type { Turns } from './turns';

/** Durations and counts: full, or just enough to run. */
export interface Extent {
  warmUpSeconds: number;
  readSeconds: number;
  loginSeconds: number;
  wrongSeconds: number;
  rightSeconds: number;
  pacedSeconds: number;
  /** Of each answer that takes turns with others. */
  turns: Turns;
  burst: number;
  connections: number;
  submissionConnections: number;
  sockets: number;
  /** Solves whose deltas the sockets receive. */
  socketSolves: number;
  repeats: number;
  containers: number;
}

export const fullExtent: Extent = {
  warmUpSeconds: 3,
  readSeconds: 8,
  loginSeconds: 15,
  wrongSeconds: 60,
  rightSeconds: 30,
  pacedSeconds: 30,
  turns: { rounds: 4, seconds: 0.8, warmUpSeconds: 0.5 },
  burst: 5000,
  connections: 64,
  submissionConnections: 256,
  sockets: 5000,
  socketSolves: 30,
  repeats: 7,
  containers: 50,
};

export const smokeExtent: Extent = {
  warmUpSeconds: 0.1,
  readSeconds: 0.3,
  loginSeconds: 1,
  wrongSeconds: 1,
  rightSeconds: 1,
  pacedSeconds: 1,
  turns: { rounds: 1, seconds: 0.1, warmUpSeconds: 0.05 },
  burst: 50,
  connections: 8,
  submissionConnections: 8,
  sockets: 20,
  socketSolves: 2,
  repeats: 1,
  containers: 2,
};

export interface RowContext {
  harness: Harness;
  extent: Extent;
}

export type Budget = { atLeast: number } | { atMost: number };

export interface Measure {
  what: string;
  value: number;
  unit: string;
  budgets: Budget[];
  note: string;
  /** What the note says, to compute with. */
  figures?: Readonly<Record<string, number>>;
}

export interface RowResult {
  row: RowName;
  measures: Measure[];
  skipped?: string;
  /** Why the row failed; it has no value then. */
  failure?: string;
}

export type Row = (context: RowContext) => Promise<Measure[] | { skipped: string }>;

export const passes = ({ value, budgets }: Measure): boolean | null => {
  if (budgets.length === 0) return null;
  return budgets.every((budget) => ('atLeast' in budget ? value >= budget.atLeast : value <= budget.atMost));
};

export const sayCores = (cores: Readonly<Record<string, number>>): string =>
  `cores: ${Object.entries(cores)
    .map(([part, value]) => `${part} ${value.toFixed(2)}`)
    .join(', ')}`;

export const sayStatuses = (statuses: Readonly<Record<number, number>>): string => {
  const others = Object.entries(statuses).filter(([status]) => status !== '200' && status !== '304');
  return others.length === 0 ? '' : `; answers: ${others.map(([status, count]) => `${count} × ${status}`).join(', ')}`;
};
