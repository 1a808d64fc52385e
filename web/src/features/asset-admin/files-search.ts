import { flag, int, oneOf, searchOf, text } from '../../ui/search-params';

const fileOrders = ['name', 'size', 'time'] as const;
export const readFilesSearch = searchOf({
  q: text(128),
  unused: flag,
  order: oneOf(fileOrders),
  desc: flag,
  page: int(1),
});
export type FilesSearch = ReturnType<typeof readFilesSearch>;
