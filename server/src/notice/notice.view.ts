import type { Notice } from '@vexil/contract/notice';
import type { NoticeRow } from '@vexil/db/schema/notice';

export const viewNotice = ({ id, type, values, publishedAt }: NoticeRow): Notice => ({
  id,
  type,
  values,
  time: publishedAt.getTime(),
});
