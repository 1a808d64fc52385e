import { DomainError } from '@vexil/contract/errors';
import type { Db, Tx } from '@vexil/db';
import type { NewNoticeRow, NoticeRow } from '@vexil/db/schema/notice';
import { frozenSince } from '@vexil/rules/scoreboard.freeze.rules';
import { publish } from '@vexil/runtime/live';
import { type AfterCommit, inTransaction } from '@vexil/runtime/transaction';
import { type Author, audit } from '../audit/audit.service';
import { shareReading } from '../batch';
import type { Deps } from '../deps';
import { getGame, lockGame } from '../game/game.service';
import { loadVisibleGame } from '../game/visible-game.service';
import type { Actor } from '../plugins/auth';
import type { GameSight } from '../scoreboard/send-board';
import { seesLiveBoard } from '../scoreboard/sight.policy';
import {
  deleteNoticeRow,
  deleteNoticeRowsOfChallenge,
  insertNotice,
  listNotices,
  listOrganiserNotices,
  lockOrganiserNotice,
  markAnnounced,
  updateNoticeRow,
} from './notice.queries';
import { viewNotice } from './notice.view';

type Page = { count: number; skip: number };

/** `until`: time of the freeze in Unix milliseconds. */
const readPage = shareReading((db: Db, { gameId, until, ...page }: Page & { gameId: number; until: number | null }) =>
  listNotices(db, gameId, page, until === null ? null : new Date(until)),
);

/** Bloods since the freeze are for staff only, which `sight` reports. Throws `game.notFound` and `game.notStarted`. */
export async function readNotices(
  deps: Deps,
  actor: Actor | null,
  { gameId, ...page }: Page & { gameId: number },
  at: Date,
): Promise<{ rows: NoticeRow[]; sight: GameSight }> {
  const { hidden, startAt, freezeAt } = await loadVisibleGame(deps, actor, gameId);
  if (at < startAt) throw new DomainError('game.notStarted');
  const frozenAt = frozenSince(freezeAt, at);
  const live = frozenAt !== null && (await seesLiveBoard(deps, actor, gameId));
  // Set before the freeze too: a request received just before the freeze may read rows committed just after it.
  const until = live ? null : (freezeAt?.getTime() ?? null);
  return { rows: await readPage(deps.db, { gameId, ...page, until }), sight: { frozenAt, live, hidden } };
}

export async function readOrganiserNotices(deps: Deps, gameId: number): Promise<NoticeRow[]> {
  await getGame(deps.db, gameId);
  return listOrganiserNotices(deps.db, gameId);
}

/** Notices are not readable before the start of the game; the sweep announces them then. */
async function canAnnounce(deps: Deps, gameId: number): Promise<boolean> {
  const { startAt } = await getGame(deps.db, gameId);
  return deps.clock.now() >= startAt;
}

export async function addNotice(
  deps: Deps,
  tx: Tx,
  afterCommit: AfterCommit,
  values: Pick<NewNoticeRow, 'gameId' | 'type' | 'values' | 'challengeId' | 'publishedAt'>,
): Promise<NoticeRow> {
  const notice = await insertNotice(tx, values);
  afterCommit(async () => {
    if (!(await canAnnounce(deps, notice.gameId))) return;
    await publish(deps, `game:${notice.gameId}`, 'ReceivedGameNotice', viewNotice(notice));
    await markAnnounced(deps.db, notice.id, deps.clock.now());
  });
  return notice;
}

export async function deleteChallengeNotices(
  deps: Deps,
  tx: Tx,
  afterCommit: AfterCommit,
  { gameId, challengeId }: { gameId: number; challengeId: number },
): Promise<void> {
  const deleted = await deleteNoticeRowsOfChallenge(tx, challengeId);
  // Only staff know of bloods that were withheld while the scoreboard was frozen.
  const roomOf = ({ announcedAt }: Pick<NoticeRow, 'announcedAt'>) =>
    announcedAt === null ? (`staff:${gameId}` as const) : (`game:${gameId}` as const);
  afterCommit(() => Promise.all(deleted.map((one) => publish(deps, roomOf(one), 'NoticeDeleted', { id: one.id }))));
}

export function createNotice(deps: Deps, by: Author, gameId: number, content: string, at: Date): Promise<NoticeRow> {
  return inTransaction(deps, async (tx, afterCommit) => {
    await lockGame(tx, gameId);
    const values = { gameId, type: 'Normal' as const, values: [content], publishedAt: at };
    const notice = await addNotice(deps, tx, afterCommit, values);
    await audit(tx, { by, gameId, action: 'notice.create', target: `notice:${notice.id}`, after: { content } });
    return notice;
  });
}

type NoticeId = { gameId: number; noticeId: number };

export function updateNotice(
  deps: Deps,
  by: Author,
  { gameId, noticeId }: NoticeId,
  content: string,
  at: Date,
): Promise<NoticeRow> {
  return inTransaction(deps, async (tx, afterCommit) => {
    await lockGame(tx, gameId);
    const before = await lockOrganiserNotice(tx, gameId, noticeId);
    const notice = await updateNoticeRow(tx, noticeId, { values: [content], publishedAt: at });
    const change = { before: { content: before.values.at(-1) }, after: { content } };
    await audit(tx, { by, gameId, action: 'notice.update', target: `notice:${noticeId}`, ...change });
    afterCommit(async () => {
      if (await canAnnounce(deps, gameId)) await publish(deps, `game:${gameId}`, 'NoticeChanged', viewNotice(notice));
    });
    return notice;
  });
}

export function deleteNotice(deps: Deps, by: Author, { gameId, noticeId }: NoticeId): Promise<void> {
  return inTransaction(deps, async (tx, afterCommit) => {
    await lockGame(tx, gameId);
    const { values } = await lockOrganiserNotice(tx, gameId, noticeId);
    await deleteNoticeRow(tx, noticeId);
    const before = { content: values.at(-1) };
    await audit(tx, { by, gameId, action: 'notice.delete', target: `notice:${noticeId}`, before });
    afterCommit(() => publish(deps, `game:${gameId}`, 'NoticeDeleted', { id: noticeId }));
  });
}
