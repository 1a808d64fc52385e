import { Button, TextInput } from '@mantine/core';
import { IconKey, IconMail } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { LinkAnchor, LinkButton } from '../../ui/links';
import { AccountCard } from './AccountCard';
import { CaptchaField } from './CaptchaField';
import { OutcomeCard } from './OutcomeCard';
import { useRecoveryForm } from './use-recovery-form';

/** Shows the same outcome whether or not the account exists. */
export function RecoveryPage({ sendsMail }: { sendsMail: boolean }) {
  const t = useText('account');
  const { form, captcha, sentTo, askAgain } = useRecoveryForm();
  const toLogin = <LinkButton to="/account/login">{t('account.recovery.toLogin')}</LinkButton>;
  if (!sendsMail) {
    return (
      <OutcomeCard icon={<IconKey size={28} />} title={t('account.recovery.title')} actions={toLogin}>
        <p>{t('account.recovery.noMail')}</p>
      </OutcomeCard>
    );
  }
  if (sentTo) {
    return (
      <OutcomeCard
        icon={<IconMail size={28} />}
        title={t('account.recovery.sentTitle')}
        actions={
          <>
            {toLogin}
            <Button variant="default" onClick={askAgain}>
              {t('account.recovery.again')}
            </Button>
          </>
        }
      >
        <p>{t('account.recovery.sentText', { email: sentTo })}</p>
        <p>{t('account.recovery.sentHint')}</p>
      </OutcomeCard>
    );
  }
  return (
    <AccountCard
      title={t('account.recovery.title')}
      lead={t('account.recovery.lead')}
      failure={form.failure}
      onSubmit={form.onSubmit}
      foot={<LinkAnchor to="/account/login">{t('account.recovery.toLogin')}</LinkAnchor>}
    >
      <TextInput
        label={t('account.recovery.email')}
        type="email"
        autoComplete="email"
        autoFocus
        {...form.text('email')}
      />
      <CaptchaField captcha={captcha} />
      <Button type="submit" fullWidth loading={form.saving}>
        {t('account.recovery.submit')}
      </Button>
    </AccountCard>
  );
}
