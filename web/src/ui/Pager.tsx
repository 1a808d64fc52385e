import { Pagination } from '@mantine/core';
import { useText } from '../i18n/use-text';
import { usePageKeys } from './use-page-keys';

type PagerProps = {
  /** From 1. */
  page: number;
  pageCount: number;
  /** Undefined is the first page, which needs no search parameter. */
  onPage: (page: number | undefined) => void;
};

export function Pager({ page, pageCount, onPage }: PagerProps) {
  const t = useText();
  const open = (next: number) => onPage(next === 1 ? undefined : next);
  usePageKeys(page > 1 ? () => open(page - 1) : undefined, page < pageCount ? () => open(page + 1) : undefined);
  if (pageCount <= 1) return null;
  return (
    <Pagination
      mt="md"
      aria-label={t('ui.page.label')}
      value={page}
      total={pageCount}
      onChange={open}
      getControlProps={(control) => ({ 'aria-label': t(`ui.page.${control}`) })}
      getItemProps={(item) => ({ 'aria-label': t('ui.page.number', { number: item }) })}
    />
  );
}
