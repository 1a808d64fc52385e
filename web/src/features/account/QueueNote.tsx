import { Alert } from '@mantine/core';
import { useText } from '../../i18n/use-text';

/** Whether the server was too busy for it, so that it is sent again later. */
export const isQueued = ({ isPending, failureCount }: { isPending: boolean; failureCount: number }): boolean =>
  isPending && failureCount > 0;

/** Hashing passwords is slow: when thousands sign in at once, a form may wait for minutes. */
export function QueueNote() {
  const t = useText('account');
  return <Alert role="status">{t('account.login.queued')}</Alert>;
}
