import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AccountSession } from '@vexil/contract/account';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { OnDemandConfirm } from '../../ui/OnDemandConfirm';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { RelativeTime, Time } from '../../ui/Time';
import { toastError } from '../../ui/toast';
import { useKeptFocus } from '../../ui/use-kept-focus';
import { deviceOf } from './device';
import classes from './SessionsPanel.module.css';
import { sessionsQuery, useSessionActions } from './session.queries';

/** Where the account is signed in. */
export function SessionsPanel() {
  const t = useText('account');
  const query = useQuery(sessionsQuery());
  const { endOthers } = useSessionActions();
  const [asking, setAsking] = useState(false);
  const { data } = query;
  const own = useRef<HTMLUListElement>(null);
  useKeptFocus(own, String(data?.length));
  const others = data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <Panel
      id="sessions"
      title={t('account.sessions.title')}
      actions={
        others > 0 && (
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            {t('account.sessions.endOthers')}
          </Button>
        )
      }
    >
      <QueryState query={query} title={t('account.sessions.failed')} pending={<ListSkeleton count={2} />} />
      {data && (
        <ul ref={own} className={classes.list}>
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      <OnDemandConfirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('account.sessions.endOthersTitle')}
        confirmLabel={t('account.sessions.endOthers')}
        danger
        onConfirm={() => endOthers.mutateAsync()}
      >
        {t('account.sessions.endOthersText')}
      </OnDemandConfirm>
    </Panel>
  );
}

function SessionRow({ session }: { session: AccountSession }) {
  const t = useText('account');
  const { end } = useSessionActions();
  const { browser, system, isPhone } = deviceOf(session.userAgent);
  const name =
    browser && system
      ? t('account.sessions.device', { browser, system })
      : (browser ?? system ?? t('account.sessions.unknown'));
  const Icon = isPhone ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.row}>
      <Icon size={20} aria-hidden className="dimmed rigid" />
      <div className="column grow shrinks">
        <span className="semibold" data-hint={session.userAgent || undefined}>
          {name}
        </span>
        <span className={classes.facts}>
          <span className="mono">{session.ip}</span>
          <span>
            {t('account.sessions.since')} <Time at={session.createdAt} format="short" />
          </span>
          {!session.isCurrent && (
            <span>
              {t('account.sessions.seen')} <RelativeTime at={session.lastSeenAt} />
            </span>
          )}
        </span>
      </div>
      {session.isCurrent ? (
        <span className={classes.current}>{t('account.sessions.current')}</span>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={t('account.sessions.endNamed', { device: name })}
          loading={end.isPending}
          onClick={() => end.mutate(session.id, { onError: (error) => toastError(error) })}
        >
          {t('account.sessions.end')}
        </Button>
      )}
    </li>
  );
}
