import { loadScoreboardFacts } from '@vexil/data/scoreboard/facts.queries';
import { applySolves, createState } from '@vexil/rules/scoreboard.advance.rules';
import { limitDelta } from '@vexil/rules/scoreboard.diff.rules';
import { computeScoreboard } from '@vexil/rules/scoreboard.rules';
import { median } from '../../lib/quantile';
import type { Harness } from '../harness/harness';
import { idOf } from '../seed/store';
import type { Row } from './row';

export interface BoardCost {
  /** Reading the facts and computing the board, in milliseconds. */
  readMs: number;
  computeMs: number;
  writeMs: number;
  /** Finding what a solve changes and applying it. */
  applyMs: number;
  bytes: number;
}

/** The cost of a board alone; each figure is a median over the runs. */
export async function measureBoard(harness: Harness, repeats: number): Promise<BoardCost> {
  const { database } = await harness.deploy();
  const runs: Record<keyof BoardCost, number[]> = { readMs: [], computeMs: [], writeMs: [], applyMs: [], bytes: [] };
  const pairs = harness.takeUnsolved(repeats + 1);
  for (let run = 0; run <= repeats; run += 1) {
    const begin = performance.now();
    const facts = await loadScoreboardFacts(database.sql, harness.gameId);
    if (!facts) throw new Error('The game is gone.');
    const read = performance.now();
    const now = Date.now();
    const board = computeScoreboard(facts, now);
    const computed = performance.now();
    const body = JSON.stringify(board);
    const written = performance.now();
    const [player, challengeId] = pairs[run] ?? [0, 0];
    const participationId = idOf(harness.competition.teamOfPlayer[player] ?? 0);
    const solve = { participationId, challengeId, submissionId: 2 ** 31 - 1, userName: 'player', time: now };
    const state = createState(facts, board);
    const applying = performance.now();
    const delta = applySolves(state, [solve], now + 1);
    const limited = delta && limitDelta(delta);
    const applied = performance.now();
    if (limited?.full !== false) throw new Error('The solve could not be applied.');
    // The first run meets cold code.
    if (run === 0) continue;
    runs.readMs.push(read - begin);
    runs.computeMs.push(computed - read);
    runs.writeMs.push(written - computed);
    runs.applyMs.push(applied - applying);
    runs.bytes.push(body.length);
  }
  return {
    readMs: median(runs.readMs),
    computeMs: median(runs.computeMs),
    writeMs: median(runs.writeMs),
    applyMs: median(runs.applyMs),
    bytes: median(runs.bytes),
  };
}

export const rebuild: Row = async ({ harness, extent }) => {
  const { readMs, computeMs, writeMs, applyMs, bytes } = await measureBoard(harness, extent.repeats);
  return [
    {
      what: 'board rebuilt from the database',
      value: readMs + computeMs,
      unit: 'ms',
      budgets: [{ atMost: 300 }],
      note: `facts ${readMs.toFixed(0)} ms, board ${computeMs.toFixed(0)} ms; as JSON ${writeMs.toFixed(0)} ms more, ${(bytes / 1024).toFixed(0)} KiB`,
    },
    {
      what: 'one solve applied',
      value: applyMs,
      unit: 'ms',
      budgets: [{ atMost: 5 }],
      note: 'what it changes, and the changed board',
    },
  ];
};
