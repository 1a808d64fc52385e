import type { WrittenNotice } from '@vexil/contract/notice';
import type { NoticeRow } from '@vexil/db/schema/notice';
import { viewNotice } from '@vexil/runtime/notice.view';

export const viewWrittenNotice = (notice: NoticeRow): WrittenNotice => ({
  ...viewNotice(notice),
  pinned: notice.pinned,
  challengeId: notice.linkedChallengeId,
  scheduledUtc: notice.scheduledAt?.getTime() ?? null,
  version: notice.version,
});
