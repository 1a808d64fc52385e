import { Button } from '@mantine/core';
import { useText } from '../../i18n/use-text';
import { LinkAnchor } from '../../ui/links';
import { PasswordField } from '../../ui/PasswordField';
import { AccountCard } from './AccountCard';
import { CaptchaField } from './CaptchaField';
import { AddressField, UserNameField } from './IdentityFields';
import { QueueNote } from './QueueNote';
import { RegisterOutcome } from './RegisterOutcome';
import { TermsFields } from './TermsFields';
import { useRegisterForm } from './use-register-form';

export function RegisterPage({ from }: { from?: string }) {
  const t = useText('account');
  const { form, terms, isQueued, captcha, outcome, again } = useRegisterForm(from);
  if (outcome) {
    const back = (
      <Button variant="default" onClick={again}>
        {t('account.register.again')}
      </Button>
    );
    return <RegisterOutcome {...outcome} from={from} again={back} />;
  }
  return (
    <AccountCard
      title={t('account.register.title')}
      lead={t('account.register.lead')}
      failure={form.failure}
      onSubmit={form.onSubmit}
      foot={
        <>
          {t('account.register.hasAccount')}{' '}
          <LinkAnchor to="/account/login" search={{ from }}>
            {t('account.register.signIn')}
          </LinkAnchor>
        </>
      }
    >
      <UserNameField {...form.text('userName')} />
      <AddressField {...form.text('email')} />
      <PasswordField
        label={t('account.register.password')}
        autoComplete="new-password"
        withStrength
        {...form.text('password')}
      />
      <PasswordField label={t('account.register.repeat')} autoComplete="new-password" {...form.text('repeat')} />
      <TermsFields terms={terms} form={form} />
      <CaptchaField captcha={captcha} />
      {isQueued && <QueueNote />}
      <Button type="submit" fullWidth loading={form.saving}>
        {t('account.register.submit')}
      </Button>
    </AccountCard>
  );
}
