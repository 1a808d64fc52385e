import type { NoticeRow } from '@vexil/db/schema/notice';
import type { Notice } from '../contract/notice';

export const viewNotice = ({ id, type, values, publishedAt }: NoticeRow): Notice => ({
  id,
  type,
  values,
  time: publishedAt.getTime(),
});
