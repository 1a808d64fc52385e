import { Alert } from '@mantine/core';
import { useText } from '../../i18n/use-text';

/** For a form whose call is queued. */
export function QueueNote() {
  const t = useText('account');
  return <Alert role="status">{t('account.login.queued')}</Alert>;
}
