import { IconHourglass, IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { LinkButton } from '../../ui/links';
import { OutcomeCard } from './OutcomeCard';

export type Outcome = { kind: 'wait' | 'mail'; name: string; email: string };

type RegisterOutcomeProps = Outcome & {
  from?: string;
  again: ReactNode;
};

export function RegisterOutcome({ kind, name, email, from, again }: RegisterOutcomeProps) {
  const t = useText('account');
  const Icon = kind === 'mail' ? IconMail : IconHourglass;
  return (
    <OutcomeCard
      icon={<Icon size={28} />}
      title={t(`account.register.${kind}Title`)}
      actions={
        <>
          <LinkButton to="/account/login" search={{ from }} fullWidth>
            {t('account.register.toLogin')}
          </LinkButton>
          {kind === 'mail' && again}
        </>
      }
    >
      <p>{t(`account.register.${kind}Text`, { name, email })}</p>
      {kind === 'mail' && <p>{t('account.register.mailAgain')}</p>}
    </OutcomeCard>
  );
}
