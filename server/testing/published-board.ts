import { brotliCompressSync, gzipSync } from 'node:zlib';
import { loadScoreboardFacts } from '@vexil/db/schema/scoreboard-facts';
import { currentScoreboard } from '@vexil/rules/scoreboard.current.rules';
import { withoutLaterSolves } from '@vexil/rules/scoreboard.freeze.rules';
import { packRowPlaces } from '@vexil/rules/scoreboard.row-index';
import { boardBody, boardEtag, boardText, findBoardVersion, publishBoard } from '@vexil/runtime/scoreboard.store';
import type { TestApp } from './app';

export interface TestPublication {
  frozenAt?: number | null;
  /** Of workers that know nothing of the index: none, or that of an earlier board left behind. */
  index?: 'right' | 'none' | 'stale';
  /** In place of the compressed text. */
  gzip?: Buffer;
}

/** Publishes a scoreboard as a worker does; returns its version and text. */
export async function publishTestBoard(
  test: TestApp,
  gameId: number,
  { frozenAt = null, index = 'right', gzip }: TestPublication = {},
): Promise<{ version: number; text: string }> {
  const { redis, keyPrefix } = test.deps;
  const stored = await loadScoreboardFacts(test.database.sql, gameId);
  if (!stored) throw new Error('There is no such game.');
  const facts = frozenAt === null ? stored : withoutLaterSolves(stored, frozenAt);
  const previous = await findBoardVersion(redis, keyPrefix, gameId);
  const version = previous === null ? stored.databaseTime : previous + 1;
  const board = currentScoreboard(facts, frozenAt ?? Date.now(), null);
  const { updateTimeUtc, items } = board;
  const text = boardText(boardBody(board), updateTimeUtc, version);
  const identity = Buffer.from(text);

  // Timelines come before, and have items of their own.
  const rowsBegin = '}],"items":[';
  const firstAt = Buffer.byteLength(text.slice(0, text.indexOf(rowsBegin) + rowsBegin.length));
  let end = firstAt - 1;
  const ends = items.map((row) => {
    end += 1 + Buffer.byteLength(JSON.stringify(row));
    return end;
  });
  const places = {
    version: index === 'stale' ? version - 1 : version,
    firstAt,
    teamIds: items.map(({ id }) => id),
    ends,
  };
  const document = {
    version,
    updateTimeUtc,
    factsAt: stored.databaseTime,
    frozenAt,
    etag: boardEtag(gameId, version),
    identity,
    gzip: gzip ?? gzipSync(identity),
    br: brotliCompressSync(identity),
    ...(index === 'none' ? {} : { rowIndex: packRowPlaces(places) }),
  };
  if (!(await publishBoard(redis, keyPrefix, gameId, previous, document, 1))) throw new Error('Nothing was published.');
  return { version, text };
}
