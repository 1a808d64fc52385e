import type { Scoreboard, ScoreboardChallenge } from '@vexil/contract/scoreboard';
import type { Scoreboard as ComputedScoreboard } from '@vexil/rules/scoreboard.board.rules';
import { findRowText, type RowPlaces, restText } from '@vexil/rules/scoreboard.row-index';
import {
  type BoardDocument,
  boardBody,
  boardText,
  type CompressedBoard,
  expandBoard,
} from '@vexil/runtime/scoreboard.store';

export type BoardEncoding = 'identity' | 'gzip' | 'br';

/** The board of one version; what is not asked for is neither inflated nor read. */
export interface Board extends Omit<BoardDocument, 'identity' | 'gzip' | 'br'> {
  /** null where the board was not published yet, so that nobody has compressed it. */
  gzip: Buffer | null;
  br: Buffer | null;
  /** The document as JSON. */
  text(): Promise<Buffer>;
  pieces(): Promise<BoardPieces>;
  /** The whole document, read: a tenth of a second of the main thread for ten thousand teams. */
  whole(): Promise<Scoreboard>;
}

/** What players ask for, without reading the rows of all. */
export interface BoardPieces {
  challenges: Scoreboard['challenges'];
  byId: ReadonlyMap<number, ScoreboardChallenge>;
  /** A team's row as JSON; null when the board has none. */
  rowText(teamId: number): string | null;
}

/** A published board; its text is inflated once, off the main thread, when somebody first needs it. */
export function publishedBoard({ rows, claimed: _claimed, ...board }: CompressedBoard): Board {
  const text = once(() => expandBoard(board));
  const whole = once(async (): Promise<Scoreboard> => JSON.parse((await text()).toString('utf8')));
  const pieces = once(async () => (rows ? piecesOfText(await text(), rows) : piecesOfBoard(await whole())));
  return { ...board, text, pieces, whole };
}

/** A board of facts that nobody has published yet. Its tag tells when they were read: a frozen one has no other time. */
export function boardOfFacts(
  gameId: number,
  board: ComputedScoreboard,
  { factsAt, frozenAt }: { factsAt: number; frozenAt: number | null },
): Board {
  const { updateTimeUtc } = board;
  const numbered = { ...board, version: 0 } as Scoreboard;
  return {
    version: 0,
    updateTimeUtc,
    factsAt,
    frozenAt,
    etag: `W/"${gameId}-0-${factsAt.toString(16).toUpperCase()}"`,
    gzip: null,
    br: null,
    text: once(async () => Buffer.from(boardText(boardBody(board), updateTimeUtc, 0))),
    pieces: once(async () => piecesOfBoard(numbered)),
    whole: async () => numbered,
  };
}

function piecesOfText(text: Buffer, places: RowPlaces): BoardPieces {
  const { challenges }: Pick<Scoreboard, 'challenges'> = JSON.parse(restText(text, places));
  return {
    challenges,
    byId: indexById(challenges),
    rowText: (teamId) => findRowText(text, places, teamId)?.toString('utf8') ?? null,
  };
}

function piecesOfBoard({ challenges, items }: Pick<Scoreboard, 'challenges' | 'items'>): BoardPieces {
  const rows = new Map(items.map((row) => [row.id, row]));
  return {
    challenges,
    byId: indexById(challenges),
    rowText(teamId) {
      const row = rows.get(teamId);
      return row ? JSON.stringify(row) : null;
    },
  };
}

const indexById = (challenges: Scoreboard['challenges']) =>
  new Map(
    Object.values(challenges)
      .flat()
      .map((challenge) => [challenge.id, challenge]),
  );

/** Does the work for the first that asks, and gives what came of it to all. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => {
    result ??= work();
    return result;
  };
}
