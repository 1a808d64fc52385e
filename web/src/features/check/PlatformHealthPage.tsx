import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { CheckResult } from '@vexil/contract/doctor';
import { useText } from '../../i18n/use-text';
import { PageHeader } from '../../ui/PageHeader';
import { QueryState } from '../../ui/QueryState';
import { CardsSkeleton } from '../../ui/skeletons';
import { RelativeTime } from '../../ui/Time';
import { Sign } from '../../ui/Verdicts';
import classes from './Checks.module.css';
import { usePlatformHealth } from './check.queries';
import { Attention, byGravity } from './PlatformAttention';

export function PlatformHealthPage() {
  const t = useText('doctor');
  const health = usePlatformHealth();
  const { data } = health;
  return (
    <>
      <PageHeader
        title={t('doctor.title')}
        lead={t('doctor.lead')}
        actions={
          <>
            {data && (
              <span className="nowrap dimmed text-13">
                {t('doctor.checked')} <RelativeTime at={data.checkedAt} />
              </span>
            )}
            <Button
              variant="default"
              leftSection={<IconRefresh />}
              loading={health.isFetching}
              onClick={() => void health.refetch()}
            >
              {t('doctor.again')}
            </Button>
          </>
        }
      />
      <QueryState query={health} pending={<CardsSkeleton count={8} minWidth={320} height={120} />} />
      {data && (
        <div className="grid gap-12">
          <Attention checks={data.checks} />
          <Parts checks={data.checks} />
        </div>
      )}
    </>
  );
}

function Parts({ checks }: { checks: readonly CheckResult[] }) {
  const t = useText('doctor');
  const parts = [...new Set(checks.map(({ part }) => part))];
  return (
    <div className={classes.parts}>
      {parts.map((part) => {
        const own = checks.filter((check) => check.part === part);
        const { state = 'ok' } = own.toSorted(byGravity)[0] ?? {};
        return (
          <section key={part} className={classes.part}>
            <h2>
              <Sign state={state} />
              <span className="visually-hidden">{t(`doctor.state.${state}`)} </span>
              {t(`doctor.part.${part}`)}
            </h2>
            <ul>
              {own.map(({ code, message, state }) => (
                <li key={code + message} data-state={state}>
                  {message}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
