import type { CheckResult } from '@vexil/contract/doctor';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { LinkAnchor } from '../../ui/links';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { CardsSkeleton } from '../../ui/skeletons';
import { type State, Verdicts } from '../../ui/Verdicts';
import { CheckResults } from './CheckResults';
import { usePlatformHealth } from './check.queries';

/** The worst first; what could not be checked may be anything. */
const gravity: readonly State[] = ['fault', 'warning', 'unknown', 'ok'];

export const byGravity = (one: { state: State }, other: { state: State }): number =>
  gravity.indexOf(one.state) - gravity.indexOf(other.state);

export function Attention({ checks, actions }: { checks: readonly CheckResult[]; actions?: ReactNode }) {
  const t = useText('doctor');
  const wrong = checks.filter(({ state }) => state !== 'ok').sort(byGravity);
  return (
    <Panel title={t('doctor.attention')} actions={actions}>
      {wrong.length > 0 ? (
        <CheckResults checks={wrong} />
      ) : (
        <Verdicts items={[{ key: 'well', state: 'ok', words: t('doctor.well') }]} />
      )}
    </Panel>
  );
}

const refreshMs = 60_000;

/** What the checks warn of, with the way to all of them. */
export function PlatformAttention() {
  const t = useText('doctor');
  const health = usePlatformHealth({ refetchInterval: refreshMs });
  return (
    <>
      <QueryState query={health} pending={<CardsSkeleton count={1} minWidth={2000} height={120} />} />
      {health.data && (
        <Attention
          checks={health.data.checks}
          actions={<LinkAnchor to="/admin/health">{t('doctor.allChecks')}</LinkAnchor>}
        />
      )}
    </>
  );
}
