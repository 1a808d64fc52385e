import { Anchor, Button, Modal } from '@mantine/core';
import { IconChecklist, IconFileSpreadsheet } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { consentEndpoints } from '@vexil/contract/consent.endpoints';
import { addressOf } from '@vexil/contract/request';
import { useState } from 'react';
import { routeQuery } from '../../api/route-query';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { Pager } from '../../ui/Pager';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { Time } from '../../ui/Time';

const pageSize = 50;
const shownHash = 12;

const consentsQuery = (gameId: number | null, query: { count: number; skip: number; hash: string | undefined }) =>
  gameId === null
    ? routeQuery(consentEndpoints.consents, { query })
    : routeQuery(consentEndpoints.gameConsents, { params: { id: gameId }, query });

const sheetOf = (gameId: number | null) =>
  gameId === null
    ? addressOf(consentEndpoints.consentSheet, {})
    : addressOf(consentEndpoints.gameConsentSheet, { params: { id: gameId } });

/** Who accepted which text and when: the rules of a game, or the terms of the platform by null. */
export function ConsentsButton({ gameId }: { gameId: number | null }) {
  const t = useText('consent');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <div>
        <Button size="xs" variant="default" leftSection={<IconChecklist />} onClick={() => setOpened(true)}>
          {t('consent.open')}
        </Button>
      </div>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        size="xl"
        title={t('consent.title')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <Consents gameId={gameId} />
      </Modal>
    </>
  );
}

function Consents({ gameId }: { gameId: number | null }) {
  const t = useText('consent');
  const [page, setPage] = useState(1);
  const [hash, setHash] = useState<string>();
  const wanted = { count: pageSize, skip: (page - 1) * pageSize, hash };
  const consents = useQuery({ ...consentsQuery(gameId, wanted), placeholderData: keepPreviousData });
  const { data } = consents;
  const show = (next: string | undefined) => {
    setHash(next);
    setPage(1);
  };
  return (
    <div className="grid gap-12">
      <QueryState query={consents} pending={<ListSkeleton count={4} />} />
      {data?.total === 0 && (
        <EmptyState icon={<IconChecklist />} title={t('consent.empty')} hint={t('consent.emptyHint')} />
      )}
      {hash !== undefined && (
        <Button size="xs" variant="default" onClick={() => show(undefined)}>
          {t('consent.all')}
        </Button>
      )}
      {data?.text != null && <pre className="mono text-13">{data.text}</pre>}
      <ul className="plain" aria-label={t('consent.title')}>
        {data?.data.map((one) => (
          <li key={`${one.userId} ${one.hash}`}>
            <span className="semibold">{one.userName}</span> · <Time at={one.acceptedAt} format="exact" /> ·{' '}
            <Anchor component="button" type="button" className="mono" onClick={() => show(one.hash)}>
              {one.hash.slice(0, shownHash)}
            </Anchor>{' '}
            <span className="dimmed">{t(one.isCurrent ? 'consent.current' : 'consent.earlier')}</span>
          </li>
        ))}
      </ul>
      <Pager page={page} pageCount={Math.ceil((data?.total ?? 0) / pageSize)} onPage={(next) => setPage(next ?? 1)} />
      {data !== undefined && data.total > 0 && (
        <Button
          component="a"
          href={sheetOf(gameId)}
          download
          size="xs"
          variant="default"
          leftSection={<IconFileSpreadsheet />}
        >
          {t('consent.sheet')}
        </Button>
      )}
    </div>
  );
}
