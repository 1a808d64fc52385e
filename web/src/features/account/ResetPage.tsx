import { Button } from '@mantine/core';
import { useText } from '../../i18n/use-text';
import { LinkAnchor, LinkButton } from '../../ui/links';
import { PasswordField } from '../../ui/PasswordField';
import { AccountCard } from './AccountCard';
import classes from './AccountCard.module.css';
import { BrokenLink } from './BrokenLink';
import { addressIn, type MailLink } from './mail-link';
import { useResetForm } from './use-reset-form';

export function ResetPage({ token, email }: Partial<MailLink>) {
  const t = useText('account');
  if (token && email) return <Reset link={{ token, email }} />;
  return <BrokenLink actions={<LinkButton to="/account/recovery">{t('account.reset.askAgain')}</LinkButton>} />;
}

function Reset({ link }: { link: MailLink }) {
  const t = useText('account');
  const { form, isSpent } = useResetForm(link);
  const address = addressIn(link);
  return (
    <AccountCard
      title={t('account.reset.title')}
      lead={address ? t('account.reset.leadFor', { email: address }) : t('account.reset.lead')}
      failure={
        form.failure && (
          <>
            {form.failure}
            {isSpent && (
              <p className={classes.note}>
                <LinkAnchor to="/account/recovery">{t('account.reset.askAgain')}</LinkAnchor>
              </p>
            )}
          </>
        )
      }
      onSubmit={form.onSubmit}
      foot={<LinkAnchor to="/account/login">{t('account.recovery.toLogin')}</LinkAnchor>}
    >
      {/* Password managers store the new password under this name. */}
      <input type="text" autoComplete="username" value={address ?? ''} readOnly hidden />
      <PasswordField
        label={t('account.profile.new')}
        autoComplete="new-password"
        autoFocus
        withStrength
        {...form.text('password')}
      />
      <PasswordField label={t('account.profile.repeat')} autoComplete="new-password" {...form.text('repeat')} />
      <Button type="submit" fullWidth loading={form.saving}>
        {t('account.reset.submit')}
      </Button>
    </AccountCard>
  );
}
