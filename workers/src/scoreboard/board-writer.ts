// The text of a board is mostly rows, and most rows stay as they are from one version to the next: their texts are kept
// beside them. What JSON.stringify would give is given, byte for byte.

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Scoreboard, ScoreboardRow, ScoreboardSolve } from '@vexil/server/contract/scoreboard.board.rules';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

// Measured on a board of 2,000 teams: the next levels take twice as long and more, for a twentieth of the size.
const gzipLevel = 4;
const brotliQuality = 3;

interface RowText {
  text: string;
  bytes: number;
}

const rowTexts = new WeakMap<ScoreboardRow, RowText>();
const solveTexts = new WeakMap<readonly ScoreboardSolve[], string>();

/** The wire document of a board; without `version` its body alone, by which boards are compared. */
export function writeBoard(board: Scoreboard, version: number | null): Buffer {
  const { updateTimeUtc, bloodBonus, timelines, items, divisions, challenges, challengeCount } = board;
  const head = version === null ? '{' : `{"updateTimeUtc":${updateTimeUtc},"version":${version},`;
  const before = `${head}"bloodBonus":${bloodBonus},"timelines":${JSON.stringify(timelines)},"items":[`;
  const rest = JSON.stringify({ divisions, challenges, challengeCount }).slice(1);
  const after = `],${rest}`;

  const rows = items.map(writeRow);
  const commas = Math.max(0, rows.length - 1);
  const edges = Buffer.byteLength(before) + Buffer.byteLength(after);
  const target = Buffer.allocUnsafe(rows.reduce((sum, { bytes }) => sum + bytes, edges + commas));
  let at = target.write(before);
  for (const [index, { text }] of rows.entries()) {
    if (index > 0) at += target.write(',', at);
    at += target.write(text, at);
  }
  target.write(after, at);
  return target;
}

/** The body of a document that `writeBoard` gave. */
export function bodyOf(document: Buffer): Buffer {
  const start = document.indexOf('"bloodBonus":');
  return Buffer.concat([Buffer.from('{'), document.subarray(start)]);
}

/** Compresses off the main thread. */
export async function compressBoard(identity: Buffer): Promise<{ gzip: Buffer; br: Buffer }> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  const [gzipped, br] = await Promise.all([
    compressGzip(identity, { level: gzipLevel }),
    compressBrotli(identity, { params }),
  ]);
  return { gzip: gzipped, br };
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
