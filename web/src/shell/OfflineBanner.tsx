import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { notifyManager, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useCallback, useSyncExternalStore } from 'react';
import { useText } from '../i18n/use-text';
import { formatTime } from '../ui/format-time';
import classes from './OfflineBanner.module.css';

/** Says that the network is gone, and of when what is shown is. */
export function OfflineBanner() {
  return useNetwork().online ? null : <Offline />;
}

function Offline() {
  const t = useText();
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)), [cache]);
  const newest = useSyncExternalStore(subscribe, () => newestOf(cache));
  const hasFailed = useRouterState({ select: ({ matches }) => matches.some(({ status }) => status === 'error') });
  return (
    <div className={classes.banner} role="status">
      <IconWifiOff />
      {newest && !hasFailed
        ? t('shell.offline.text', { time: formatTime(newest, 'clock') })
        : t('shell.offline.justText')}
    </div>
  );
}

/** When the newest data on the page came; nothing where some of it is missing. */
function newestOf(cache: QueryCache): number {
  const shown = cache.getAll().filter((query) => query.isActive());
  if (shown.some(({ state }) => state.data === undefined)) return 0;
  return Math.max(0, ...shown.map(({ state }) => state.dataUpdatedAt));
}
