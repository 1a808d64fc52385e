import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { exportEveryMs } from '@vexil/contract/own-data.limits';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { formatBytes } from '../../ui/format-bytes';
import { OnDemandConfirm } from '../../ui/OnDemandConfirm';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { RelativeTime, Time } from '../../ui/Time';
import { toastError } from '../../ui/toast';
import { useTextOfNow } from '../../ui/use-now';
import { erasureQuery, exportQuery, useErasureActions, useExportActions } from './own-data.queries';
import classes from './SessionsPanel.module.css';

/** What is stored about the account, to take along and to have erased. */
export function OwnDataPanel() {
  const t = useText('own-data');
  const query = useQuery(exportQuery());
  const { request, download } = useExportActions();
  const onError = (error: unknown) => toastError(error);
  const { data } = query;
  const isMade = data?.readyAt === null;
  const isRecent = useTextOfNow((now) => String(now < (data?.requestedAt ?? 0) + exportEveryMs)) === 'true';
  return (
    <Panel
      id="own-data"
      title={t('own-data.title')}
      actions={
        data !== undefined &&
        !isRecent &&
        !isMade && (
          <Button
            variant="default"
            size="xs"
            loading={request.isPending}
            onClick={() => request.mutate(undefined, { onError })}
          >
            {t('own-data.request')}
          </Button>
        )
      }
    >
      <div className="grid gap-12">
        <QueryState query={query} title={t('own-data.failed')} pending={<ListSkeleton count={1} />} />
        {query.isSuccess && <p className="dimmed text-13">{t(isMade ? 'own-data.making' : 'own-data.text')}</p>}
        {data && data.readyAt !== null && (
          <div className="row wrap gap-8 between">
            <span className={classes.facts}>
              <span>
                {t('own-data.ready')} <RelativeTime at={data.readyAt} />
              </span>
              {data.sizeBytes !== null && <span>{formatBytes(data.sizeBytes)}</span>}
              {data.expiresAt !== null && (
                <span>
                  {t('own-data.until')} <Time at={data.expiresAt} format="short" />
                </span>
              )}
            </span>
            <Button size="xs" loading={download.isPending} onClick={() => download.mutate(undefined, { onError })}>
              {t('own-data.download')}
            </Button>
          </div>
        )}
        <Erasure />
      </div>
    </Panel>
  );
}

function Erasure() {
  const t = useText('own-data');
  const query = useQuery(erasureQuery());
  const { request, keep } = useErasureActions();
  const [asking, setAsking] = useState(false);
  const { data } = query;
  if (data)
    return (
      <div className="row wrap gap-8 between">
        <p className="semibold text-13">
          {t('own-data.erase.due')} <Time at={data.dueAt} format="short" />
        </p>
        <Button
          size="xs"
          loading={keep.isPending}
          onClick={() => keep.mutate(undefined, { onError: (error) => toastError(error) })}
        >
          {t('own-data.erase.keep')}
        </Button>
      </div>
    );
  return (
    <>
      <QueryState query={query} pending={null} />
      {query.isSuccess && (
        <div className="row">
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            {t('own-data.erase.button')}
          </Button>
        </div>
      )}
      <OnDemandConfirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('own-data.erase.title')}
        confirmLabel={t('own-data.erase.button')}
        danger
        onConfirm={() => request.mutateAsync()}
      >
        {t('own-data.erase.text')}
      </OnDemandConfirm>
    </>
  );
}
