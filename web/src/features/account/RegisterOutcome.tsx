import { IconHourglass, IconMail } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { LinkButton } from '../../ui/links';
import { PageTitle } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';

export type Outcome = { kind: 'wait' | 'mail'; name: string; email: string };

/** What comes next when registering did not sign in at once. */
export function RegisterOutcome({ kind, name, email, from }: Outcome & { from?: string }) {
  const t = useText('account');
  const Icon = kind === 'mail' ? IconMail : IconHourglass;
  return (
    <Panel>
      <PageTitle title={t(`account.register.${kind}Title`)} />
      <EmptyState
        icon={<Icon size={28} stroke={1.75} />}
        title={t(`account.register.${kind}Title`)}
        hint={t(`account.register.${kind}Text`, { name, email })}
        action={
          <LinkButton to="/account/login" search={{ from }}>
            {t('account.register.toLogin')}
          </LinkButton>
        }
      />
    </Panel>
  );
}
