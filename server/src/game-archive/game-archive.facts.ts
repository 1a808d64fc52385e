import { DomainError } from '@vexil/contract/errors';
import type { GameArchiveBody } from '@vexil/contract/game-archive';
import { loadScoreboardFacts } from '@vexil/data/scoreboard/facts.queries';
import type { FileRow } from '@vexil/db/schema/file';
import type { GameRow } from '@vexil/db/schema/game';
import type { NoticeRow } from '@vexil/db/schema/notice';
import type { PauseRow } from '@vexil/db/schema/pause';
import type { Deps } from '@vexil/http/deps';
import { gameNow } from '@vexil/rules/pause.rules';
import type { Scoreboard } from '@vexil/rules/scoreboard.board.rules';
import { factsAtFreeze, frozenSince } from '@vexil/rules/scoreboard.freeze.rules';
import { computeScoreboard } from '@vexil/rules/scoreboard.rules';
import { readPublicFields } from '../participation/participation.service';
import { hashesIn } from './archive-markdown';
import {
  type ArchivedStatement,
  findArchivedGame,
  listArchivedNotices,
  listArchivedPauses,
  listArchivedWriteups,
  listFilesOf,
  listStatements,
} from './game-archive.queries';

export interface ArchiveFacts {
  game: GameRow;
  /** As the public sees it: without solves since a freeze that still holds. */
  board: Scoreboard;
  /** False where not everyone sees the board: no rank, score or solve is in the archive. */
  ranked: boolean;
  frozenAt: number | null;
  notices: NoticeRow[];
  pauses: PauseRow[];
  /** By challenge; empty unless statements or attachments are chosen. */
  statements: Map<number, ArchivedStatement>;
  choice: GameArchiveBody;
  /** Hash of the writeup by team. */
  writeups: Map<number, string>;
  /** Public answers of members, where everyone sees the board. */
  answers: Awaited<ReturnType<typeof readPublicFields>>;
  /** What goes into the archive. */
  files: Map<string, FileRow>;
  at: Date;
}

const bloodTypes: ReadonlySet<string> = new Set(['FirstBlood', 'SecondBlood', 'ThirdBlood']);

const hashesOf = ({ attachments }: ArchivedStatement) => attachments.flatMap(({ fileHash }) => fileHash ?? []);

/** Notices of bloods after the freeze, and of challenges that the board does not show, are not public. */
function publicNotices(rows: NoticeRow[], { challenges }: Scoreboard, frozenAt: number | null): NoticeRow[] {
  const shown = Object.values(challenges).flat();
  const ids = new Set(shown.map(({ id }) => id));
  const titles = new Set(shown.map(({ title }) => title));
  return rows.filter(({ type, values, challengeId, publishedAt }) => {
    if (type === 'Normal') return true;
    if (challengeId !== null && !ids.has(challengeId)) return false;
    if (!values.some((value) => titles.has(value))) return false;
    return frozenAt === null || !bloodTypes.has(type) || publishedAt.getTime() <= frozenAt;
  });
}

const isPicture = ({ contentType }: FileRow) => contentType.startsWith('image/');

/** Throws `game.notFound` and `game.notEnded`. */
export async function readArchiveFacts(
  deps: Pick<Deps, 'db' | 'database' | 'settings'>,
  gameId: number,
  choice: GameArchiveBody,
  at: Date,
): Promise<ArchiveFacts> {
  const { db } = deps;
  const game = await findArchivedGame(db, gameId);
  const found = game && (await loadScoreboardFacts(deps.database.sql, gameId));
  // After the end prerequisites hide nothing.
  const stored = found && { ...found, challenges: found.challenges.map((one) => ({ ...one, requires: null })) };
  if (!game || !stored) throw new DomainError('game.notFound');
  if (gameNow(game, at) <= game.endAt) throw new DomainError('game.notEnded');
  const frozenAt = frozenSince(game, at);
  const board = computeScoreboard(
    frozenAt === null ? stored : factsAtFreeze(stored, frozenAt),
    frozenAt ?? at.getTime(),
  );

  const shown = new Set(Object.values(board.challenges).flatMap((some) => some.map(({ id }) => id)));
  const wanted = choice.statements || choice.attachments ? await listStatements(db, gameId) : [];
  const statements = wanted.filter(({ id }) => shown.has(id));
  const notices = publicNotices(await listArchivedNotices(db, gameId), board, frozenAt);
  const teams = new Set(board.items.map(({ id }) => id));
  const handedIn = choice.writeups ? await listArchivedWriteups(db, gameId) : [];
  const writeups = new Map(
    handedIn.filter(({ teamId }) => teams.has(teamId)).map(({ teamId, hash }) => [teamId, hash]),
  );

  const texts = [
    game.content,
    game.rules,
    ...notices.map(({ values }) => values.join('\n')),
    ...(choice.statements ? statements.flatMap(({ content, hints }) => [content, ...hints]) : []),
  ];
  const pictures = new Set([...texts.flatMap(hashesIn), ...(game.posterHash ? [game.posterHash] : [])]);
  const attached = choice.attachments ? statements.flatMap(hashesOf) : [];
  const chosen = new Set([...attached, ...writeups.values()]);
  const rows = await listFilesOf(db, [...pictures, ...chosen]);
  const files = new Map(rows.filter((row) => chosen.has(row.hash) || isPicture(row)).map((row) => [row.hash, row]));
  const ranked = game.boardVisibility === 'Everyone';
  return {
    game,
    board,
    ranked,
    frozenAt,
    notices,
    pauses: await listArchivedPauses(db, gameId),
    statements: new Map(statements.map((one) => [one.id, one])),
    choice,
    writeups,
    answers: ranked ? await readPublicFields(deps, gameId) : [],
    files,
    at,
  };
}
