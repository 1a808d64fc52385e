// Gzip is made of pieces that know nothing of each other, so that those whose rows are what they were in the version
// before need not be compressed again: a solve changes the rows between a team's old place and its new one, which is a
// fiftieth of a large board. Each piece ends at a byte and refers to nothing before it (a full flush); behind one head
// and before one sum they are one ordinary stream, two per cent longer than in one go. The same cannot be had for br:
// its encoder would have to leave out the head of all pieces but the first, which Node's does not know how to be told.

import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import type { RowText, WrittenBoard } from './board-writer';

const compress = promisify(deflateRaw);

// Measured on a board of 2,000 teams: the next levels take twice as long and more, for a twentieth of the size.
const level = 4;
/** Some 90 KB of text: three times what the encoder looks back. */
const rowsPerPiece = 64;

/** Deflate, no name, no time, of no system. */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

interface Piece {
  /** The place of the first of them in the board. */
  from: number;
  rows: readonly RowText[];
  packed: Promise<Buffer>;
}

/** By their first row, with which they are forgotten. */
const pieces = new WeakMap<RowText, Piece>();

const isSame = (piece: Piece, from: number, rows: readonly RowText[]) =>
  piece.from === from && piece.rows.length === rows.length && piece.rows.every((row, index) => row === rows[index]);

const pack = (text: Buffer) => compress(text, { level, finishFlush: constants.Z_FULL_FLUSH });

/** The whole text as one gzip stream; compresses what has changed, off the main thread. */
export async function gzipBoard({ identity, firstAt, rows, ends }: WrittenBoard): Promise<Buffer> {
  const packed: Promise<Buffer>[] = [pack(identity.subarray(0, firstAt))];
  let at = firstAt;
  for (let from = 0; from < rows.length; from += rowsPerPiece) {
    const group = rows.slice(from, from + rowsPerPiece);
    const first = group[0] as RowText;
    const end = ends[from + group.length - 1] ?? at;
    const known = pieces.get(first);
    if (known && isSame(known, from, group)) {
      packed.push(known.packed);
    } else {
      const made = pack(identity.subarray(at, end));
      packed.push(made);
      pieces.set(first, { from, rows: group, packed: made });
      made.catch(() => pieces.delete(first));
    }
    at = end;
  }
  packed.push(compress(identity.subarray(at), { level }));

  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(crc32(identity), 0);
  tail.writeUInt32LE(identity.length % 2 ** 32, 4);
  return Buffer.concat([head, ...(await Promise.all(packed)), tail]);
}
