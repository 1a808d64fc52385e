import type { Notice } from '@vexil/contract/notice';
import type { Tx } from '@vexil/db';
import type { NewNoticeRow, NoticeRow } from '@vexil/db/schema/notice';
import { publish } from '@vexil/runtime/live';
import { changeTopics } from '@vexil/runtime/topics';
import { type AfterCommit, inTransaction } from '@vexil/runtime/transaction';
import { type Author, audit } from '../audit/audit.service';
import type { Deps } from '../deps';
import { getGame, lockGame } from '../game/game.service';
import type { GameSight } from '../scoreboard/audience';
import { findSight, type SightCall } from '../scoreboard/sight.service';
import type { Shared } from '../shared-reply/shared-values';
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

export interface NoticeList {
  notices: Notice[];
  /** Unix milliseconds; undefined without notices. */
  modifiedAt: number | undefined;
}

/** The key is `{gameId} {until}`: bloods after `until`, Unix milliseconds or nothing, are left out. */
const noticeList: Shared<string, NoticeList> = {
  topics: (key) => [`notices:${Number(key.split(' ')[0])}`],
  async read({ db }, key) {
    const [gameId, until] = key.split(' ');
    const rows = await listNotices(db, Number(gameId), until ? new Date(Number(until)) : null);
    const notices = rows.map(viewNotice);
    return { notices, modifiedAt: notices.length === 0 ? undefined : Math.max(...notices.map(({ time }) => time)) };
  },
};

/** Bloods since the freeze are for staff only, which `sight` reports. Throws `game.notFound` and `game.notStarted`. */
export async function readNotices(deps: Deps, call: SightCall): Promise<{ list: NoticeList; sight: GameSight }> {
  const sight = await findSight(deps, call);
  // Set before the freeze too: a request received just before the freeze may read rows committed just after it.
  const until = sight.live ? '' : (sight.freezeAt ?? '');
  return { list: await deps.shared.get(noticeList, `${call.gameId} ${until}`), sight };
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
  await changeTopics(deps, tx, afterCommit, [`notices:${values.gameId}`]);
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
  await changeTopics(deps, tx, afterCommit, [`notices:${gameId}`]);
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
    await changeTopics(deps, tx, afterCommit, [`notices:${gameId}`]);
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
    await changeTopics(deps, tx, afterCommit, [`notices:${gameId}`]);
    afterCommit(() => publish(deps, `game:${gameId}`, 'NoticeDeleted', { id: noticeId }));
  });
}
