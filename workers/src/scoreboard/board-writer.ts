// The text of a board is mostly rows, and most rows stay as they are from one version to the next: their texts are kept
// beside them. What JSON.stringify would give is given, byte for byte.

import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Scoreboard, ScoreboardRow, ScoreboardSolve } from '@vexil/rules/scoreboard.board.rules';
import { packRowPlaces } from '@vexil/rules/scoreboard.row-index';
import { gzipBoard } from './board-gzip';

const compressBrotli = promisify(brotliCompress);

// Measured on a board of 2,000 teams: the next levels take twice as long and more, for a fiftieth of the size.
const brotliQuality = 1;

/** The same object for a row that has not changed since the version before. */
export interface RowText {
  text: string;
  bytes: number;
}

const rowTexts = new WeakMap<ScoreboardRow, RowText>();
const solveTexts = new WeakMap<readonly ScoreboardSolve[], string>();

/** The text of a board, and where its rows lie in it. */
export interface WrittenBoard {
  identity: Buffer;
  /** Where the first row begins, or would. */
  firstAt: number;
  rows: readonly RowText[];
  /** Behind the last byte of each row. */
  ends: readonly number[];
}

function write(board: Scoreboard, version: number | null): WrittenBoard {
  const { updateTimeUtc, bloodBonus, timelines, items, divisions, challenges, challengeCount } = board;
  const head = version === null ? '{' : `{"updateTimeUtc":${updateTimeUtc},"version":${version},`;
  const before = `${head}"bloodBonus":${bloodBonus},"timelines":${JSON.stringify(timelines)},"items":[`;
  const rest = JSON.stringify({ divisions, challenges, challengeCount }).slice(1);
  const after = `],${rest}`;

  const rows = items.map(writeRow);
  const firstAt = Buffer.byteLength(before);
  let end = firstAt - 1;
  const ends = rows.map(({ bytes }) => {
    end += 1 + bytes;
    return end;
  });
  const rowsEnd = Math.max(firstAt, end);
  const identity = Buffer.allocUnsafe(rowsEnd + Buffer.byteLength(after));
  let at = identity.write(before);
  for (const [index, { text }] of rows.entries()) {
    if (index > 0) at += identity.write(',', at);
    at += identity.write(text, at);
  }
  identity.write(after, at);
  return { identity, firstAt, rows, ends };
}

/** The wire document of a board; without `version` its body alone, by which boards are compared. */
export const writeBoard = (board: Scoreboard, version: number | null): Buffer => write(board, version).identity;

/** The wire document of a board, with the index by which servers find rows in it. */
export function writeDocument(board: Scoreboard, version: number): WrittenBoard & { rowIndex: Buffer } {
  const written = write(board, version);
  const teamIds = board.items.map(({ id }) => id);
  const { firstAt, ends } = written;
  return { ...written, rowIndex: packRowPlaces({ version, firstAt, teamIds, ends }) };
}

/** The body of a document that `writeBoard` gave. */
export function bodyOf(document: Buffer): Buffer {
  const start = document.indexOf('"bloodBonus":');
  return Buffer.concat([Buffer.from('{'), document.subarray(start)]);
}

/** Compresses off the main thread. */
export async function compressBoard(written: WrittenBoard): Promise<{ gzip: Buffer; br: Buffer }> {
  const { identity } = written;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  const [gzip, br] = await Promise.all([gzipBoard(written), compressBrotli(identity, { params })]);
  return { gzip, br };
}

function writeRow(row: ScoreboardRow): RowText {
  const known = rowTexts.get(row);
  if (known) return known;
  const { solvedChallenges, solvedCount, ...head } = row;
  const text = `${JSON.stringify(head).slice(0, -1)},"solvedChallenges":${writeSolves(solvedChallenges)},"solvedCount":${solvedCount}}`;
  const written = { text, bytes: Buffer.byteLength(text) };
  rowTexts.set(row, written);
  return written;
}

/** A row whose rank alone changed keeps its list of solves. */
function writeSolves(solves: readonly ScoreboardSolve[]): string {
  const known = solveTexts.get(solves);
  if (known !== undefined) return known;
  const text = JSON.stringify(solves);
  solveTexts.set(solves, text);
  return text;
}
