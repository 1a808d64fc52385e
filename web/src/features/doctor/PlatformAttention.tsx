import { useText } from '../../i18n/use-text';
import { FailedQuery } from '../../ui/FailedQuery';
import { LinkAnchor } from '../../ui/links';
import { CardsSkeleton } from '../../ui/skeletons';
import { Attention } from './Attention';
import { usePlatformHealth } from './doctor.queries';

const refreshMs = 60_000;

/** What the checks warn of, with the way to all of them. */
export function PlatformAttention() {
  const t = useText('doctor');
  const health = usePlatformHealth({ refetchInterval: refreshMs });
  return (
    <>
      {health.isPending && <CardsSkeleton count={1} minWidth={2000} height={120} />}
      <FailedQuery query={health} />
      {health.data && (
        <Attention
          checks={health.data.checks}
          actions={<LinkAnchor to="/admin/health">{t('doctor.allChecks')}</LinkAnchor>}
        />
      )}
    </>
  );
}
