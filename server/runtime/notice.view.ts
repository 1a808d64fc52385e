import type { Notice } from '@vexil/contract/notice';
import type { NoticeRow } from '@vexil/db/schema/notice';

type Shown = Pick<NoticeRow, 'id' | 'type' | 'values' | 'publishedAt' | 'pinned' | 'linkedChallengeId'>;

export const viewNotice = ({ id, type, values, publishedAt, pinned, linkedChallengeId }: Shown): Notice => ({
  id,
  type,
  values,
  time: publishedAt.getTime(),
  ...(pinned && { pinned }),
  ...(linkedChallengeId !== null && { challengeId: linkedChallengeId }),
});
