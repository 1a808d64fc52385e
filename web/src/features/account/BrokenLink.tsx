import { IconLinkOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { OutcomeCard } from './OutcomeCard';

export function BrokenLink({ actions }: { actions: ReactNode }) {
  const t = useText('account');
  return (
    <OutcomeCard icon={<IconLinkOff size={28} />} tone="bad" title={t('account.link.brokenTitle')} actions={actions}>
      <p>{t('account.link.brokenText')}</p>
    </OutcomeCard>
  );
}
