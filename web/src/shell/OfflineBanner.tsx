import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLanguage, useText } from '../i18n/use-text';
import { formatTime } from '../ui/format-time';
import classes from './OfflineBanner.module.css';

/** Says that the network is gone, and of when what is shown is. */
export function OfflineBanner() {
  const t = useText();
  const language = useLanguage();
  const { online } = useNetwork();
  const queryClient = useQueryClient();
  const newest = useMemo(() => {
    if (online) return 0;
    return Math.max(
      0,
      ...queryClient
        .getQueryCache()
        .getAll()
        .map((query) => query.state.dataUpdatedAt),
    );
  }, [online, queryClient]);
  if (online) return null;
  return (
    <div className={classes.banner} role="status">
      <IconWifiOff size={18} stroke={1.75} aria-hidden />
      {newest ? t('shell.offline.text', { time: formatTime(newest, 'clock', language) }) : t('shell.offline.justText')}
    </div>
  );
}
