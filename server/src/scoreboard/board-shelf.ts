import { DomainError } from '@vexil/contract/errors';
import { scoreboardJobs } from '@vexil/contract/scoreboard';
import { loadScoreboardFacts } from '@vexil/db/schema/scoreboard-facts';
import { currentScoreboard } from '@vexil/rules/scoreboard.current.rules';
import { boardFreeze, withoutLaterSolves } from '@vexil/rules/scoreboard.freeze.rules';
import { addJob } from '@vexil/runtime/queues';
import { type CompressedBoard, findCompressedBoard } from '@vexil/runtime/scoreboard.store';
import { LRUCache } from 'lru-cache';
import { type Board, boardOfFacts, publishedBoard } from './board';
import type { BoardsDeps } from './boards';

interface Entry {
  board: Board | null;
  /** Until when the copy may be given out without looking, in `performance.now()`. */
  freshUntil: number;
  loading: Promise<Board> | null;
  /** The freeze that what is being loaded is to fit. */
  loadingFor: number | null;
}

const gamesMax = 64;
/** Without the word of workers a copy is looked after this often. */
const unsureMs = 500;
/** How long a board of our own is preferred to a published one of earlier facts. */
const ownPreferredMs = 2_000;

/** Copies of the boards that lie under one prefix. */
export class BoardShelf {
  private readonly entries = new LRUCache<number, Entry>({ max: gamesMax });
  private listening = false;

  constructor(
    private readonly deps: BoardsDeps,
    private readonly audience: 'public' | 'staff',
  ) {}

  setListening(listening: boolean): void {
    this.listening = listening;
    for (const entry of this.entries.values()) mayHaveChanged(entry);
  }

  /** Has the next call look whether there is a newer one. */
  lookAgain(gameId: number): void {
    const entry = this.entries.get(gameId);
    if (entry) mayHaveChanged(entry);
  }

  drop(gameId: number): void {
    this.entries.delete(gameId);
  }

  /** A board that says nothing of what came after `frozenAt`, however late the worker is; null asks for the newest. */
  async get(gameId: number, frozenAt: number | null): Promise<Board> {
    const entry = this.entries.get(gameId) ?? { board: null, freshUntil: 0, loading: null, loadingFor: null };
    const { board: known } = entry;
    if (known && performance.now() < entry.freshUntil && standsStill(known, frozenAt)) return known;
    if (entry.loading && entry.loadingFor === frozenAt) return entry.loading;
    this.entries.set(gameId, entry);
    const loading = this.load(gameId, known, frozenAt);
    entry.loading = loading;
    entry.loadingFor = frozenAt;
    try {
      const board = await loading;
      if (entry.loading === loading) {
        entry.board = board;
        const sure = this.listening && board.version > 0;
        entry.freshUntil = sure ? Number.POSITIVE_INFINITY : performance.now() + unsureMs;
      }
      return board;
    } finally {
      if (entry.loading === loading) entry.loading = null;
    }
  }

  private async load(gameId: number, known: Board | null, frozenAt: number | null): Promise<Board> {
    const { redis, keyPrefix, log, clock } = this.deps;
    const found = await findCompressedBoard(redis, keyPrefix, gameId).catch((error) => {
      log.warn({ err: error }, 'A board could not be fetched');
      return undefined;
    });
    const kept = known && standsStill(known, frozenAt) ? known : null;
    // While Redis is away nothing is judged, so the copy stays right.
    if (found === undefined && kept) return kept;
    if (!found || !standsStill(found, frozenAt)) return this.compute(gameId, kept, frozenAt);
    return kept && isOlder(found, kept, clock.now().getTime()) ? kept : this.take(publishedBoard(found));
  }

  /** Makes a board that nobody has published, and has a worker publish it. */
  private async compute(gameId: number, known: Board | null, frozenAt: number | null): Promise<Board> {
    const { database, clock, log } = this.deps;
    const stored = await loadScoreboardFacts(database.sql, gameId);
    if (!stored) throw new DomainError('game.notFound');
    const now = clock.now().getTime();
    // What was asked for in the last moment before a freeze may be read just after it.
    const freeze = frozenAt ?? (this.audience === 'public' ? boardFreeze(stored, now) : null);
    const facts = freeze === null ? stored : withoutLaterSolves(stored, freeze);
    // A board that stands still has no later time either.
    const board = currentScoreboard(facts, freeze ?? now, freeze === null ? (known?.updateTimeUtc ?? null) : null);
    addJob(this.deps, scoreboardJobs.advance, { gameId }).catch((error) =>
      log.warn({ err: error }, 'A board could not be asked for'),
    );
    return this.take(boardOfFacts(gameId, board, { factsAt: stored.databaseTime, frozenAt: freeze }));
  }

  /** The tags of the two boards of a game differ, so that neither is ever taken for the other. */
  private take(board: Board): Board {
    return this.audience === 'staff' ? { ...board, etag: board.etag.replace('"', '"staff-') } : board;
  }
}

function mayHaveChanged(entry: Entry): void {
  entry.freshUntil = 0;
  // A load under way may have read what was there before.
  entry.loading = null;
}

/** Whether a board has no solve after the freeze: it was made for that freeze, or is older. */
function standsStill(board: Pick<Board, 'frozenAt' | 'updateTimeUtc'>, frozenAt: number | null): boolean {
  return frozenAt === null || board.frozenAt === frozenAt || board.updateTimeUtc <= frozenAt;
}

function isOlder(found: CompressedBoard, known: Board, now: number): boolean {
  if (found.version === known.version) return true;
  if (found.factsAt >= known.factsAt) return false;
  // A board of our own is not for long: it may have been made of the facts that were published already.
  return known.version > 0 ? found.version < known.version : now < known.updateTimeUtc + ownPreferredMs;
}
