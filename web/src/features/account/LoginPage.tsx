import { Button, TextInput } from '@mantine/core';
import { useText } from '../../i18n/use-text';
import { LinkAnchor } from '../../ui/links';
import { PasswordField } from '../../ui/PasswordField';
import { AccountCard } from './AccountCard';
import classes from './AccountCard.module.css';
import { CaptchaField } from './CaptchaField';
import { FactorField } from './FactorField';
import { PasskeyAutofill } from './PasskeyAutofill';
import { PasskeyButton } from './PasskeyButton';
import { ProviderButtons } from './ProviderButtons';
import { QueueNote } from './QueueNote';
import { problemText } from './sign-in-problem';
import { askForPasskey, useLoginForm } from './use-login-form';

type LoginPageProps = {
  from?: string | undefined;
  sendsMail?: boolean | undefined;
  /** Of a sign-in by a provider that failed. */
  problem?: string | undefined;
  /** A provider has signed in; the second factor is left. */
  step?: 'factor' | undefined;
};

export function LoginPage({ from, sendsMail, problem, step }: LoginPageProps) {
  const t = useText('account', 'factor', 'sign-in');
  const { form, factor, provePasskey, signInByPasskey, back, isUnknown, isQueued, captcha } = useLoginForm(
    from,
    step === 'factor',
  );
  const failure = problemText(problem);
  if (factor) {
    return (
      <AccountCard
        title={t('factor.login.title')}
        lead={t(step ? 'sign-in.factorLead' : 'factor.login.lead')}
        failure={factor.failure}
        onSubmit={factor.onSubmit}
      >
        {provePasskey && <PasskeyButton disabled={factor.saving} ask={askForPasskey} use={provePasskey} />}
        <FactorField autoFocus {...factor.text('code')} />
        <CaptchaField captcha={captcha} />
        <Button type="submit" fullWidth loading={factor.saving}>
          {t('account.login.submit')}
        </Button>
        <Button variant="default" fullWidth onClick={back} disabled={factor.saving}>
          {t('factor.login.back')}
        </Button>
      </AccountCard>
    );
  }
  return (
    <AccountCard
      title={t('account.login.title')}
      lead={from ? t('account.login.why') : t('account.login.lead')}
      failure={
        form.failure ? (
          <>
            {form.failure}
            {sendsMail && isUnknown && <p className={classes.note}>{t('account.login.unconfirmed')}</p>}
          </>
        ) : (
          failure && t(failure)
        )
      }
      onSubmit={form.onSubmit}
      foot={
        <>
          {t('account.login.noAccount')}{' '}
          <LinkAnchor to="/account/register" search={{ from }}>
            {t('account.login.register')}
          </LinkAnchor>
        </>
      }
    >
      <PasskeyAutofill use={signInByPasskey} />
      <TextInput
        label={t('account.login.name')}
        autoComplete="username webauthn"
        autoCapitalize="none"
        autoFocus
        {...form.text('userName')}
      />
      <PasswordField label={t('account.login.password')} autoComplete="current-password" {...form.text('password')} />
      <LinkAnchor to="/account/recovery" className={classes.aside}>
        {t('account.login.forgot')}
      </LinkAnchor>
      <CaptchaField captcha={captcha} />
      {isQueued && <QueueNote />}
      <Button type="submit" fullWidth loading={form.saving}>
        {t('account.login.submit')}
      </Button>
      <PasskeyButton alone disabled={form.saving} ask={askForPasskey} use={signInByPasskey} />
      <ProviderButtons from={from} />
    </AccountCard>
  );
}
