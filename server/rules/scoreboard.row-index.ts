// Where the row of each team lies in the text of a board, so that a server finds one without reading the other ten
// thousand. 32-bit words in the byte order of all machines we run on, little endian: the version in two words, where the
// first row begins, how many there are, their teams, and where each of them ends.

/** Where a text of a board has what. */
export interface RowPlaces {
  version: number;
  /** Where the first row begins, or would. */
  firstAt: number;
  /** In the order of the text, one comma between two. */
  teamIds: readonly number[] | Uint32Array;
  /** Behind the last byte of each row. */
  ends: readonly number[] | Uint32Array;
}

const headWords = 4;
const wordBytes = Uint32Array.BYTES_PER_ELEMENT;
const high = 2 ** 32;

export function packRowPlaces({ version, firstAt, teamIds, ends }: RowPlaces): Buffer {
  const words = new Uint32Array(headWords + 2 * teamIds.length);
  words.set([Math.floor(version / high), version % high, firstAt, teamIds.length]);
  words.set(teamIds, headWords);
  words.set(ends, headWords + teamIds.length);
  return Buffer.from(words.buffer);
}

/**
 * Null when it belongs to another version: a worker that knows nothing of it publishes without, and leaves what was
 * there.
 */
export function unpackRowPlaces(packed: Buffer, version: number): RowPlaces | null {
  if (packed.length < headWords * wordBytes || packed.length % wordBytes !== 0) return null;
  // A copy, because words have to lie at a multiple of four.
  const words = new Uint32Array(packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.length));
  const [first = 0, second = 0, firstAt = 0, count = 0] = words;
  if (first * high + second !== version || words.length !== headWords + 2 * count) return null;
  return {
    version,
    firstAt,
    teamIds: words.subarray(headWords, headWords + count),
    ends: words.subarray(headWords + count),
  };
}

/** The text of a team's row; null when the board has none. */
export function findRowText(text: Buffer, { firstAt, teamIds, ends }: RowPlaces, teamId: number): Buffer | null {
  const index = teamIds.indexOf(teamId);
  if (index === -1) return null;
  return text.subarray(index === 0 ? firstAt : (ends[index - 1] ?? 0) + 1, ends[index]);
}

/** The members behind the rows, as the text of an object of their own. */
export function restText(text: Buffer, { firstAt, ends }: RowPlaces): string {
  const rowsEnd = ends.length === 0 ? firstAt : (ends[ends.length - 1] ?? 0);
  return `{${text.toString('utf8', rowsEnd + '],'.length)}`;
}
