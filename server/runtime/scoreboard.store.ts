// Where the published board of a game lies in Redis. Workers write it, servers read it. All of it can be lost: a board is
// made of stored facts, and its versions come from the database's clock, so that they never go back.

import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Scoreboard } from '@vexil/contract/scoreboard';
import type { Scoreboard as ComputedScoreboard } from '@vexil/rules/scoreboard.board.rules';
import type { ScoreboardDelta } from '@vexil/rules/scoreboard.delta.rules';
import { type RowPlaces, unpackRowPlaces } from '@vexil/rules/scoreboard.row-index';
import type { Redis } from 'ioredis';
import type { z } from 'zod';

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

/** A document with where its rows lie, packed. */
export interface PublishedBoard extends BoardDocument {
  rowIndex?: Buffer;
}

/** A version that was told of before its document was there. */
export interface ClaimedVersion {
  version: number;
  /** What leads to it from the document. */
  delta: ScoreboardDelta;
}

/** What lies in Redis: a document, and the version after it while its own is on its way. */
export interface StoredBoard extends BoardDocument {
  claimed: ClaimedVersion | null;
  /** Null where the worker that published it knew nothing of them. */
  rows: RowPlaces | null;
}

type Fields = Record<string, Buffer | undefined>;

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
const headLua = `
local known = redis.call('HMGET', KEYS[1], 'claimed', 'version')
if (known[1] or known[2] or '') ~= ARGV[1] then return 0 end
`;

const claimScript = `${headLua}
redis.call('HSET', KEYS[1], 'claimed', ARGV[2], 'delta', ARGV[3])
redis.call('SET', KEYS[2], '1', 'PX', ARGV[4])
return 1
`;

const publishScript = `${headLua}
redis.call('HDEL', KEYS[1], 'claimed', 'delta')
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'updateTimeUtc', ARGV[3], 'factsAt', ARGV[4], 'etag', ARGV[5],
  'gzip', ARGV[6], 'br', ARGV[7], 'frozenAt', ARGV[12], 'rows', ARGV[13])
redis.call('EXPIRE', KEYS[1], ARGV[8])
redis.call('SET', KEYS[2], '1', 'PX', ARGV[9])
redis.call('PUBLISH', ARGV[10], ARGV[11] .. ' ' .. ARGV[2])
return 1
`;

/**
 * Makes `version` the one that follows `previous` before its document is there, so that its delta can be told at once;
 * the next one of the game has to wait `pauseMs`. The delta is kept until the document comes: whoever takes over from a
 * worker that died in between goes on from it. False when another worker has gone on meanwhile.
 */
export async function claimBoardVersion(
  redis: Redis,
  prefix: string,
  gameId: number,
  previous: number,
  claimed: ClaimedVersion,
  pauseMs: number,
): Promise<boolean> {
  const keys = [boardKeys.document(prefix, gameId), boardKeys.pause(prefix, gameId)];
  const delta = JSON.stringify(claimed.delta);
  return (await redis.eval(claimScript, 2, ...keys, previous, claimed.version, delta, Math.ceil(pauseMs))) === 1;
}

/**
 * Publishes a board in place of version `previous` (null when there was none, its own where that was claimed) and tells
 * the servers; the next one of the game has to wait `pauseMs`. False when another worker has gone on meanwhile; nothing
 * has changed then.
 */
export async function publishBoard(
  redis: Redis,
  prefix: string,
  gameId: number,
  previous: number | null,
  document: PublishedBoard,
  pauseMs: number,
): Promise<boolean> {
  const { version, updateTimeUtc, factsAt, frozenAt, etag, gzip, br, rowIndex } = document;
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
    rowIndex ?? '',
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

/** The last version that was settled; its document may still be on its way. */
export async function findBoardVersion(redis: Redis, prefix: string, gameId: number): Promise<number | null> {
  const [claimed, version] = await redis.hmget(boardKeys.document(prefix, gameId), 'claimed', 'version');
  const last = claimed ?? version ?? null;
  return last === null ? null : Number(last);
}

/** A published board whose text is still compressed. */
export type CompressedBoard = Omit<StoredBoard, 'identity'>;

export async function findCompressedBoard(
  redis: Redis,
  prefix: string,
  gameId: number,
): Promise<CompressedBoard | null> {
  const fields: Fields = await redis.hgetallBuffer(boardKeys.document(prefix, gameId));
  const { version: packedVersion, updateTimeUtc, factsAt, frozenAt, etag, gzip, br, claimed, delta, rows } = fields;
  if (!packedVersion || !updateTimeUtc || !factsAt || !etag || !gzip || !br) return null;
  const version = Number(packedVersion.toString());
  return {
    version,
    updateTimeUtc: Number(updateTimeUtc.toString()),
    factsAt: Number(factsAt.toString()),
    frozenAt: frozenAt?.length ? Number(frozenAt.toString()) : null,
    etag: etag.toString(),
    gzip,
    br,
    rows: rows ? unpackRowPlaces(rows, version) : null,
    claimed:
      claimed && delta ? { version: Number(claimed.toString()), delta: JSON.parse(delta.toString('utf8')) } : null,
  };
}

/** The text of a published board, off the main thread. */
export const expandBoard = ({ gzip }: Pick<CompressedBoard, 'gzip'>): Promise<Buffer> => expand(gzip);

export async function findBoard(redis: Redis, prefix: string, gameId: number): Promise<StoredBoard | null> {
  const found = await findCompressedBoard(redis, prefix, gameId);
  return found && { ...found, identity: await expandBoard(found) };
}
