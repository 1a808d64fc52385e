// Where the published board of a game lies in Redis. Workers write it, servers read it. All of it can be lost: a board is
// made of stored facts, and its versions come from the database's clock, so that they never go back.

import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Redis } from 'ioredis';
import type { z } from 'zod';
import type { Scoreboard } from './scoreboard';
import type { Scoreboard as ComputedScoreboard } from './scoreboard.board.rules';

export const boardKeys = {
  document: (prefix: string, gameId: number) => `${prefix}scoreboard:${gameId}`,
  /** Says `{gameId} {version}` after each publication; version 0 when a game is gone. */
  channel: (prefix: string) => `${prefix}scoreboard:published`,
  /** There while the next board of the game has to wait. */
  pause: (prefix: string, gameId: number) => `${prefix}scoreboard:pause:${gameId}`,
  /** There while the board of an ended game need not be compared with the facts again. */
  looked: (prefix: string, gameId: number) => `${prefix}scoreboard:looked:${gameId}`,
  /** There while the board of a running game need not be: the larger, the longer. */
  checked: (prefix: string, gameId: number) => `${prefix}scoreboard:checked:${gameId}`,
};

const expand = promisify(gunzip);

/** Kept this long after the last change; a board that is not there is computed again when somebody asks. */
const boardSeconds = 14 * 24 * 3600;

export interface BoardDocument {
  version: number;
  updateTimeUtc: number;
  /** When its facts were read, by the database's clock. */
  factsAt: number;
  /** The freeze that its facts were cut at, Unix milliseconds; null for a board of all facts. */
  frozenAt: number | null;
  etag: string;
  /** The whole document as JSON, and the same compressed. Redis has no more than the compressed forms, a fifth of it. */
  identity: Buffer;
  gzip: Buffer;
  br: Buffer;
}

/** Two boards of equal body differ in nothing but the time and the version. */
export function boardBody({ updateTimeUtc: _time, ...board }: ComputedScoreboard): string {
  return JSON.stringify(board);
}

/** The wire document of a board whose body is given. */
export function boardText(body: string, updateTimeUtc: number, version: number): string {
  return `{"updateTimeUtc":${updateTimeUtc},"version":${version},${body.slice(1)}`;
}

export function boardEtag(gameId: number, version: number): string {
  return `W/"${gameId}-${version.toString(16).toUpperCase()}"`;
}

export function parseBoard(document: Pick<BoardDocument, 'identity'>): z.infer<typeof Scoreboard> {
  return JSON.parse(document.identity.toString('utf8'));
}

// Of two workers that come from the same version only one gets through: versions chain, and none is older than the last.
const publishScript = `
local current = redis.call('HGET', KEYS[1], 'version') or ''
if current ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'updateTimeUtc', ARGV[3], 'factsAt', ARGV[4], 'etag', ARGV[5],
  'gzip', ARGV[6], 'br', ARGV[7], 'frozenAt', ARGV[12])
redis.call('EXPIRE', KEYS[1], ARGV[8])
redis.call('SET', KEYS[2], '1', 'PX', ARGV[9])
redis.call('PUBLISH', ARGV[10], ARGV[11] .. ' ' .. ARGV[2])
return 1
`;

/**
 * Publishes a board in place of version `previous` (null when there was none) and tells the servers; the next one of the
 * game has to wait `pauseMs`. False when another worker has published meanwhile; nothing has changed then.
 */
export async function publishBoard(
  redis: Redis,
  prefix: string,
  gameId: number,
  previous: number | null,
  document: BoardDocument,
  pauseMs: number,
): Promise<boolean> {
  const { version, updateTimeUtc, factsAt, frozenAt, etag, gzip, br } = document;
  const published = await redis.eval(
    publishScript,
    2,
    boardKeys.document(prefix, gameId),
    boardKeys.pause(prefix, gameId),
    previous ?? '',
    version,
    updateTimeUtc,
    factsAt,
    etag,
    gzip,
    br,
    boardSeconds,
    Math.ceil(pauseMs),
    boardKeys.channel(prefix),
    gameId,
    frozenAt ?? '',
  );
  return published === 1;
}

/** Forgets the board of a game that is gone. */
export async function withdrawBoard(redis: Redis, prefix: string, gameId: number): Promise<void> {
  await redis.del(boardKeys.document(prefix, gameId));
  await redis.publish(boardKeys.channel(prefix), `${gameId} 0`);
}

/** Milliseconds until the next board of the game may be published. */
export async function boardPauseMs(redis: Redis, prefix: string, gameId: number): Promise<number> {
  return Math.max(0, await redis.pttl(boardKeys.pause(prefix, gameId)));
}

export async function findBoardVersion(redis: Redis, prefix: string, gameId: number): Promise<number | null> {
  const version = await redis.hget(boardKeys.document(prefix, gameId), 'version');
  return version === null ? null : Number(version);
}

export async function findBoard(redis: Redis, prefix: string, gameId: number): Promise<BoardDocument | null> {
  const fields = await redis.hgetallBuffer(boardKeys.document(prefix, gameId));
  const { version, updateTimeUtc, factsAt, frozenAt, etag, gzip, br } = fields as Record<string, Buffer | undefined>;
  if (!version || !updateTimeUtc || !factsAt || !etag || !gzip || !br) return null;
  return {
    version: Number(version.toString()),
    updateTimeUtc: Number(updateTimeUtc.toString()),
    factsAt: Number(factsAt.toString()),
    frozenAt: frozenAt?.length ? Number(frozenAt.toString()) : null,
    etag: etag.toString(),
    identity: await expand(gzip),
    gzip,
    br,
  };
}
