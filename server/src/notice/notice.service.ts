import { DomainError } from '@vexil/contract/errors';
import type { Notice, noticeEditRoutes } from '@vexil/contract/notice';
import type { BodyOf } from '@vexil/contract/route';
import { listNoticesOfChallenge } from '@vexil/data/notice/announce.queries';
import type { Db, Tx } from '@vexil/db';
import type { NewNoticeRow, NoticeRow } from '@vexil/db/schema/notice';
import type { Deps } from '@vexil/http/deps';
import { batchFor } from '@vexil/http/reads/batch';
import type { Shared } from '@vexil/http/reads/shared-values';
import { viewNotice } from '@vexil/runtime/notice.view';
import { announceNotice } from '@vexil/runtime/notice-announce';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import { type Author, audit } from '../audit/audit.service';
import { requireVersion } from '../audit/outdated';
import { getGame, lockGame } from '../game/game.service';
import type { GameSight } from '../scoreboard/audience';
import { findSight, type SightCall } from '../scoreboard/sight.service';
import {
  deleteNoticeRow,
  deleteReleaseNotices,
  findOrganiserNotice,
  hasChallenge,
  insertNotice,
  listNotices,
  listOrganiserNotices,
  listShownNotices,
  lockOrganiserNotice,
  updateNoticeRow,
} from './notice.queries';

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

/** As players may see it now; undefined for one that was withdrawn. */
export const readShownNotice = batchFor<Db, number, Notice | undefined>((db) => ({
  async run(ids) {
    const shown = new Map((await listShownNotices(db, ids)).map((row) => [row.id, viewNotice(row)]));
    return ids.map((id) => shown.get(id));
  },
}));

export async function addNotice(deps: Deps, work: Work, values: NewNoticeRow): Promise<NoticeRow> {
  const notice = await insertNotice(work.tx, values);
  work.changes(`notices:${values.gameId}`);
  work.after(() => announceNotice(deps, notice.id));
  return notice;
}

/** Of a blood since a freeze, which is announced at the reveal. */
export async function withholdNotice(work: Work, values: NewNoticeRow): Promise<void> {
  await insertNotice(work.tx, values);
  work.changes(`notices:${values.gameId}`);
}

/** Of a challenge that is disabled or deleted. */
export async function withdrawNotices(
  work: Work,
  { gameId, challengeId }: { gameId: number; challengeId: number },
): Promise<void> {
  const withdrawn = await listNoticesOfChallenge(work.tx, challengeId);
  await deleteReleaseNotices(work.tx, challengeId);
  work.changes(`notices:${gameId}`);
  // Only staff know of bloods that were withheld while the scoreboard was frozen.
  const roomOf = ({ announcedAt }: Pick<NoticeRow, 'announcedAt'>) =>
    announcedAt === null ? (`staff:${gameId}` as const) : (`game:${gameId}` as const);
  for (const one of withdrawn) work.event(roomOf(one), 'NoticeDeleted', { id: one.id });
}

type NoticeBody = BodyOf<typeof noticeEditRoutes.create>;
type NoticeChange = BodyOf<typeof noticeEditRoutes.update>;
type NoticeId = { gameId: number; noticeId: number };

const auditedOf = ({ values, pinned, linkedChallengeId, scheduledAt }: NoticeRow) => ({
  content: values.at(-1),
  pinned,
  challengeId: linkedChallengeId,
  scheduledUtc: scheduledAt?.getTime() ?? null,
});

/** Null for a time that has come. */
const planOf = (scheduledUtc: number | null | undefined, at: Date): Date | null =>
  typeof scheduledUtc === 'number' && scheduledUtc > at.getTime() ? new Date(scheduledUtc) : null;

async function requireChallenge(tx: Tx, gameId: number, challengeId: number | null | undefined): Promise<void> {
  if (typeof challengeId === 'number' && !(await hasChallenge(tx, gameId, challengeId))) {
    throw new DomainError('challenge.notFound', { field: 'challengeId' });
  }
}

/** Throws `game.notFound` and `challenge.notFound`. */
export function createNotice(
  deps: Deps,
  by: Author,
  gameId: number,
  { content, pinned = false, challengeId, scheduledUtc }: NoticeBody,
  at: Date,
): Promise<NoticeRow> {
  return inTransaction(deps, async (work) => {
    await lockGame(work.tx, gameId);
    await requireChallenge(work.tx, gameId, challengeId);
    const scheduledAt = planOf(scheduledUtc, at);
    const values = {
      gameId,
      type: 'Normal' as const,
      values: [content],
      pinned,
      linkedChallengeId: challengeId ?? null,
      scheduledAt,
      publishedAt: scheduledAt ?? at,
    };
    const notice = scheduledAt ? await insertNotice(work.tx, values) : await addNotice(deps, work, values);
    const after = auditedOf(notice);
    await audit(work.tx, { by, gameId, action: 'notice.create', target: `notice:${notice.id}`, after });
    return notice;
  });
}

/** Throws `game.notFound`, `notice.notFound` and `notice.notNormal`. */
export async function readOrganiserNotice(deps: Deps, { gameId, noticeId }: NoticeId): Promise<NoticeRow> {
  const notice = await findOrganiserNotice(deps.db, gameId, noticeId);
  if (!notice) throw new DomainError('notice.notFound');
  return notice;
}

/** A new text of a published notice makes its time now; pinning it or linking a challenge does not. */
function changeOf(before: NoticeRow, change: NoticeChange, at: Date): Partial<NewNoticeRow> {
  const { content, pinned = before.pinned, challengeId = before.linkedChallengeId, scheduledUtc } = change;
  const common = { values: [content], pinned, linkedChallengeId: challengeId };
  if (before.scheduledAt !== null) {
    const scheduledAt = scheduledUtc === undefined ? before.scheduledAt : planOf(scheduledUtc, at);
    return { ...common, scheduledAt, publishedAt: scheduledAt ?? at };
  }
  const isSameText = content === before.values.at(-1);
  const isMarked = pinned !== before.pinned || challengeId !== before.linkedChallengeId;
  return isSameText && isMarked ? common : { ...common, publishedAt: at };
}

/** Throws `game.notFound`, `notice.notFound`, `notice.notNormal`, `challenge.notFound` and `request.outdated`. */
export function updateNotice(
  deps: Deps,
  by: Author,
  { gameId, noticeId }: NoticeId,
  change: NoticeChange,
  at: Date,
): Promise<NoticeRow> {
  return inTransaction(deps, async (work) => {
    await lockGame(work.tx, gameId);
    const before = await lockOrganiserNotice(work.tx, gameId, noticeId);
    requireVersion(before, change.version);
    await requireChallenge(work.tx, gameId, change.challengeId);
    const notice = await updateNoticeRow(work.tx, noticeId, changeOf(before, change, at));
    const values = { before: auditedOf(before), after: auditedOf(notice) };
    await audit(work.tx, { by, gameId, action: 'notice.update', target: `notice:${noticeId}`, ...values });
    if (notice.scheduledAt !== null) return notice;
    work.changes(`notices:${gameId}`);
    work.after(() => announceNotice(deps, noticeId));
    return notice;
  });
}

/** Throws `game.notFound`, `notice.notFound` and `notice.notNormal`. */
export function deleteNotice(deps: Deps, by: Author, { gameId, noticeId }: NoticeId): Promise<void> {
  return inTransaction(deps, async (work) => {
    await lockGame(work.tx, gameId);
    const notice = await lockOrganiserNotice(work.tx, gameId, noticeId);
    await deleteNoticeRow(work.tx, noticeId);
    const before = auditedOf(notice);
    await audit(work.tx, { by, gameId, action: 'notice.delete', target: `notice:${noticeId}`, before });
    if (notice.scheduledAt !== null) return;
    work.changes(`notices:${gameId}`);
    work.event(`game:${gameId}`, 'NoticeDeleted', { id: noticeId });
  });
}
