import { Button, Checkbox } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { PendingSignIn } from '@vexil/contract/sign-in';
import { useText } from '../../i18n/use-text';
import { LinkButton } from '../../ui/links';
import { PasswordField } from '../../ui/PasswordField';
import { AccountCard } from './AccountCard';
import { CaptchaField } from './CaptchaField';
import { FactorField } from './FactorField';
import { AddressField, UserNameField } from './IdentityFields';
import { OutcomeCard } from './OutcomeCard';
import { PasskeyButton } from './PasskeyButton';
import { QueueNote } from './QueueNote';
import { RegisterOutcome } from './RegisterOutcome';
import { linkQuery, providersQuery } from './sign-in.queries';
import { TermsFields } from './TermsFields';
import { useFirstForm } from './use-first-form';
import { askForPasskey } from './use-login-form';

type FirstProps = { provider: string; from: string | undefined; sendsMail: boolean };

/** After the first return from a provider: a name for the account, or the password of the one that has the address. */
export function FirstSignInPage(props: FirstProps) {
  const t = useText('sign-in');
  const query = useQuery({ ...linkQuery(props.provider), enabled: props.provider !== '' });
  const { data: providers = [] } = useQuery(providersQuery());
  const name = providers.find(({ id }) => id === props.provider)?.name ?? props.provider;
  const pending = query.data?.pending;
  if (query.isLoading) return null;
  if (pending?.way === 'create' || pending?.way === 'password') {
    return <FirstForm {...props} pending={pending} name={name} />;
  }
  const why = pending ? pending.way : 'expired';
  return (
    <OutcomeCard
      icon={<IconPlugConnectedX size={28} />}
      tone="bad"
      title={t('sign-in.first.noneTitle')}
      actions={
        <LinkButton to="/account/login" search={{ from: props.from }} fullWidth>
          {t('sign-in.first.toLogin')}
        </LinkButton>
      }
    >
      <p>{t(`sign-in.first.${why}`, { name, email: pending?.email ?? '' })}</p>
    </OutcomeCard>
  );
}

function FirstForm({ pending, name, ...props }: FirstProps & { pending: PendingSignIn; name: string }) {
  const t = useText('sign-in', 'account');
  const { form, linkByPasskey, terms, captcha, outcome, isCodeAsked, isQueued } = useFirstForm({ pending, ...props });
  if (outcome) return <RegisterOutcome {...outcome} from={props.from} again={null} />;
  const isLinked = pending.way === 'password';
  return (
    <AccountCard
      title={t(isLinked ? 'sign-in.first.linkTitle' : 'sign-in.first.title')}
      lead={t(isLinked ? 'sign-in.first.linkLead' : 'sign-in.first.lead', { name, email: pending.email ?? '' })}
      failure={form.failure}
      onSubmit={form.onSubmit}
    >
      {isLinked ? (
        <>
          <PasswordField
            label={t('account.login.password')}
            autoComplete="current-password"
            autoFocus
            {...form.text('password')}
          />
          {isCodeAsked && <FactorField autoFocus {...form.text('code')} />}
        </>
      ) : (
        <>
          <UserNameField {...form.text('userName')} />
          {pending.email === null && <AddressField {...form.text('email')} />}
          {pending.teamName !== null && (
            <Checkbox
              label={t('sign-in.first.team', { team: pending.teamName })}
              checked={form.values.withTeam}
              onChange={(event) => form.set('withTeam', event.currentTarget.checked)}
            />
          )}
          <TermsFields terms={terms} form={form} />
        </>
      )}
      {(isLinked || pending.email === null) && <CaptchaField captcha={captcha} />}
      {isQueued && <QueueNote />}
      <Button type="submit" fullWidth loading={form.saving}>
        {t(isLinked ? 'sign-in.first.link' : 'sign-in.first.create')}
      </Button>
      {isLinked && <PasskeyButton disabled={form.saving} ask={askForPasskey} use={linkByPasskey} />}
    </AccountCard>
  );
}
