// What thousands ask for at once is answered from memory: one fetch per published version, however many ask. A copy is
// dropped when a worker says that it published, and after a lost connection, because something may have been missed.

import { loadScoreboardFacts } from '@vexil/db/schema/scoreboard-facts';
import { LRUCache } from 'lru-cache';
import { DomainError } from '../contract/errors';
import { openRedis } from '../contract/redis';
import { type Scoreboard, type ScoreboardChallenge, type ScoreboardItem, scoreboardJobs } from '../contract/scoreboard';
import { currentScoreboard } from '../contract/scoreboard.current.rules';
import {
  type BoardDocument,
  boardBody,
  boardKeys,
  boardText,
  findBoard,
  parseBoard,
} from '../contract/scoreboard.store';
import { addJob, type Deps } from '../deps';

export type BoardEncoding = 'identity' | 'gzip' | 'br';

/** The document of one version, and what is looked up in it, read when first asked for. */
export interface Board extends Omit<BoardDocument, 'gzip' | 'br'> {
  /** null where the board was not published yet, so that nobody has compressed it. */
  gzip: Buffer | null;
  br: Buffer | null;
  content(): BoardContent;
}

export interface BoardContent {
  board: Scoreboard;
  /** By team. */
  rows: ReadonlyMap<number, ScoreboardItem>;
  challenges: ReadonlyMap<number, ScoreboardChallenge>;
}

export interface Boards {
  /** The board of a game, at least as new as any this process has given out; throws `game.notFound`. */
  get(gameId: number): Promise<Board>;
  /** Has the next call look whether there is a newer one. */
  lookAgain(gameId: number): void;
  close(): void;
}

interface Entry {
  board: Board | null;
  /** Until when the copy may be given out without looking, in `performance.now()`. */
  freshUntil: number;
  loading: Promise<Board> | null;
}

type BoardsDeps = Pick<Deps, 'config' | 'database' | 'redis' | 'queues' | 'keyPrefix' | 'clock' | 'log'>;

const gamesMax = 64;
/** Without the word of workers a copy is looked after this often. */
const unsureMs = 500;
/** How long a board of our own is preferred to a published one of earlier facts. */
const ownPreferredMs = 2_000;

export function createBoards(deps: BoardsDeps): Boards {
  const entries = new LRUCache<number, Entry>({ max: gamesMax });
  let listening = false;

  const mayHaveChanged = (entry: Entry) => {
    entry.freshUntil = 0;
    // A load under way may have read what was there before.
    entry.loading = null;
  };

  const lookAgain = (gameId: number) => {
    const entry = entries.get(gameId);
    if (entry) mayHaveChanged(entry);
  };

  const subscriber = openRedis(deps.config.redisUrl, {
    maxRetriesPerRequest: null,
    commandTimeout: undefined,
    autoResubscribe: false,
  });
  subscriber.on('error', (error) => deps.log.warn({ err: error }, 'Redis does not tell of new boards'));
  subscriber.on('ready', async () => {
    try {
      await subscriber.subscribe(boardKeys.channel(deps.keyPrefix));
      listening = true;
      for (const entry of entries.values()) mayHaveChanged(entry);
    } catch (error) {
      deps.log.warn({ err: error }, 'Redis does not tell of new boards');
    }
  });
  subscriber.on('close', () => {
    listening = false;
    for (const entry of entries.values()) mayHaveChanged(entry);
  });
  subscriber.on('message', (_channel, message: string) => {
    lookAgain(Number(message.split(' ')[0]));
  });

  async function load(gameId: number, entry: Entry): Promise<Board> {
    const { board: known } = entry;
    const found = await findBoard(deps.redis, deps.keyPrefix, gameId).catch((error) => {
      deps.log.warn({ err: error }, 'A board could not be fetched');
      return undefined;
    });
    // While Redis is away nothing is judged, so the copy stays right.
    if (found === undefined && known) return known;
    if (!found) return computeBoard(deps, gameId, known);
    return known && isOlder(found, known, deps.clock.now().getTime()) ? known : withContent(found);
  }

  return {
    async get(gameId) {
      const entry = entries.get(gameId) ?? { board: null, freshUntil: 0, loading: null };
      if (entry.board && performance.now() < entry.freshUntil) return entry.board;
      if (entry.loading) return entry.loading;
      entries.set(gameId, entry);
      const loading = load(gameId, entry);
      entry.loading = loading;
      try {
        const board = await loading;
        if (entry.loading === loading) {
          entry.board = board;
          const sure = listening && board.version > 0;
          entry.freshUntil = sure ? Number.POSITIVE_INFINITY : performance.now() + unsureMs;
        }
        return board;
      } catch (error) {
        if (error instanceof DomainError) entries.delete(gameId);
        throw error;
      } finally {
        if (entry.loading === loading) entry.loading = null;
      }
    },
    lookAgain,
    close: () => subscriber.disconnect(),
  };
}

function isOlder(found: BoardDocument, known: Board, now: number): boolean {
  if (found.version === known.version) return true;
  if (found.factsAt >= known.factsAt) return false;
  // A board of our own is not for long: it may have been made of the facts that were published already.
  return known.version > 0 ? found.version < known.version : now < known.updateTimeUtc + ownPreferredMs;
}

/** Makes a board that nobody has published, and has a worker publish it. */
async function computeBoard(deps: BoardsDeps, gameId: number, known: Board | null): Promise<Board> {
  const facts = await loadScoreboardFacts(deps.database.sql, gameId);
  if (!facts) throw new DomainError('game.notFound');
  const board = currentScoreboard(facts, deps.clock.now().getTime(), known?.updateTimeUtc ?? null);
  const { updateTimeUtc } = board;
  addJob(deps, scoreboardJobs.advance, { gameId }).catch((error) =>
    deps.log.warn({ err: error }, 'A board could not be asked for'),
  );
  return withContent({
    version: 0,
    updateTimeUtc,
    factsAt: facts.databaseTime,
    etag: `W/"${gameId}-0-${updateTimeUtc.toString(16).toUpperCase()}"`,
    identity: Buffer.from(boardText(boardBody(board), updateTimeUtc, 0)),
    gzip: null,
    br: null,
  });
}

function withContent(document: Omit<Board, 'content'>): Board {
  let read: BoardContent | null = null;
  return {
    ...document,
    content() {
      read ??= readContent(parseBoard(document));
      return read;
    },
  };
}

function readContent(board: Scoreboard): BoardContent {
  const challenges = Object.values(board.challenges).flat();
  return {
    board,
    rows: new Map(board.items.map((row) => [row.id, row])),
    challenges: new Map(challenges.map((challenge) => [challenge.id, challenge])),
  };
}
