import { Counter, type Registry } from 'prom-client';
import type { BoardStats } from '../scoreboard-cache/read-boards';

const counters = {
  solvesApplied: ['scoreboard_solves_applied_total', 'Solves added to cached scoreboards'],
  rebuilds: ['scoreboard_rebuilds_total', 'Scoreboards computed from all facts'],
  rebuildSeconds: ['scoreboard_rebuild_seconds_total', 'Time spent on computing scoreboards from all facts'],
  documents: ['scoreboard_documents_total', 'Versions of a scoreboard prepared for requests'],
} as const satisfies Record<keyof BoardStats, readonly [name: string, help: string]>;

/** Registers scoreboard metrics; values are read at scrape time. */
export function registerScoreboardMetrics(registry: Registry, stats: BoardStats): void {
  for (const [key, [name, help]] of Object.entries(counters)) {
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(stats[key as keyof BoardStats]);
      },
    });
  }
}
