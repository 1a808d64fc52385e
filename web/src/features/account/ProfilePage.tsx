import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { PageHeader } from '../../ui/PageHeader';
import { useAccount } from './account.queries';
import { FactorsPanel } from './FactorsPanel';
import { LinksPanel } from './LinksPanel';
import { OwnDataPanel } from './OwnDataPanel';
import { PasswordPanel } from './PasswordPanel';
import { PicturePanel } from './PicturePanel';
import { ProfileForm } from './ProfileForm';
import classes from './ProfilePage.module.css';
import { SessionsPanel } from './SessionsPanel';

type ProfilePageProps = { problem?: string | undefined; tokens: ReactNode };

export function ProfilePage({ problem, tokens }: ProfilePageProps) {
  const t = useText('account');
  const account = useAccount();
  if (!account) return null;
  return (
    <div className={classes.page}>
      <PageHeader title={t('account.profile.title')} lead={t('account.profile.lead')} />
      <div className={classes.columns}>
        <ProfileForm account={account} />
        <div className="grid gap-12">
          <PicturePanel account={account} />
          <PasswordPanel userName={account.userName ?? ''} />
          <FactorsPanel />
          <LinksPanel problem={problem} />
          <SessionsPanel />
          {tokens}
          <OwnDataPanel />
          <p className={classes.id}>
            {t('account.profile.id')} <code>{account.userId}</code>
            <CopyButton value={account.userId} label={t('account.profile.copyId')} />
            <span>{t('account.profile.idHint')}</span>
          </p>
        </div>
      </div>
    </div>
  );
}
