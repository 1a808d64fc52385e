import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle, IconRefresh } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { FailedQuery } from '../../ui/FailedQuery';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { CardsSkeleton } from '../../ui/skeletons';
import { RelativeTime } from '../../ui/Time';
import { type CheckResult, usePlatformHealth } from './doctor.queries';
import classes from './PlatformHealth.module.css';

type State = CheckResult['state'];

const icons = { ok: IconCircleCheck, warning: IconAlertTriangle, fault: IconCircleX, unknown: IconHelpCircle };

/** The worst first; what could not be checked may be anything. */
const gravity: Record<State, number> = { fault: 0, warning: 1, unknown: 2, ok: 3 };

const worstOf = (checks: readonly CheckResult[]): State =>
  checks.reduce<State>((worst, { state }) => (gravity[state] < gravity[worst] ? state : worst), 'ok');

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
              <span className={classes.checked}>
                {t('doctor.checked')} <RelativeTime at={data.checkedAt} />
              </span>
            )}
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
              loading={health.isFetching}
              onClick={() => void health.refetch()}
            >
              {t('doctor.again')}
            </Button>
          </>
        }
      />
      {health.isPending && <CardsSkeleton count={8} minWidth={320} height={120} />}
      <FailedQuery query={health} />
      {data && (
        <div className={classes.page}>
          <Attention checks={data.checks} />
          <Parts checks={data.checks} />
        </div>
      )}
    </>
  );
}

function Sign({ state }: { state: State }) {
  const t = useText('doctor');
  const Icon = icons[state];
  return (
    <Icon size={18} stroke={1.75} className={classes.sign} data-state={state} aria-label={t(`doctor.state.${state}`)} />
  );
}

function Attention({ checks }: { checks: readonly CheckResult[] }) {
  const t = useText('doctor');
  const wrong = checks
    .filter(({ state }) => state !== 'ok')
    .sort((one, other) => gravity[one.state] - gravity[other.state]);
  return (
    <Panel title={t('doctor.attention')}>
      {wrong.length === 0 ? (
        <p className={classes.line}>
          <Sign state="ok" />
          {t('doctor.well')}
        </p>
      ) : (
        <ul className={classes.list}>
          {wrong.map(({ code, part, state, message, advice }) => (
            <li key={code + message} className={classes.line}>
              <Sign state={state} />
              <span className={classes.words}>
                <strong>{t(`doctor.part.${part}`)}</strong> {message}
                {advice && <span className={classes.advice}>{advice}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Parts({ checks }: { checks: readonly CheckResult[] }) {
  const t = useText('doctor');
  const parts = [...new Set(checks.map(({ part }) => part))];
  return (
    <div className={classes.parts}>
      {parts.map((part) => {
        const own = checks.filter((check) => check.part === part);
        return (
          <section key={part} className={classes.part}>
            <h2>
              <Sign state={worstOf(own)} />
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
