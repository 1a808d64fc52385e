import { bloodTypes } from '@vexil/db/enums/submission';
import type { NoticeRow } from '@vexil/db/schema/notice';
import type { WebhookFact } from '../webhook/outbox.queries';

const isBlood = ({ type }: Pick<NoticeRow, 'type'>) => (bloodTypes as readonly string[]).includes(type);

/** The webhook event of a notice, once it is announced; bloods of a freeze are announced at the reveal. */
export function noticeFact(notice: Pick<NoticeRow, 'id' | 'gameId' | 'type' | 'values' | 'publishedAt'>): WebhookFact {
  const { id, gameId, type, values, publishedAt } = notice;
  const [first = '', second = '', division] = values;
  const ofDivision = division === undefined ? {} : { division };
  const about = isBlood(notice) ? { team: first, challenge: second, ...ofDivision } : { text: first };
  const data = { type, noticeId: id, ...about };
  return { kind: isBlood(notice) ? 'Blood' : 'Notice', gameId, isPublic: true, happenedAt: publishedAt, data };
}
