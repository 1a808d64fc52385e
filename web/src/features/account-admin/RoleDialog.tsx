import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { ReasonDialog } from '../../ui/ReasonDialog';
import type { RoleChange } from './use-role-change';

export function RoleDialog({ change: { question, opened, close, change } }: { change: RoleChange }) {
  const t = useText('account-admin');
  if (!question) return null;
  const { account, role } = question;
  const action = role === 'Banned' ? 'ban' : account.role === 'Banned' ? 'unban' : 'set';
  const words = { name: account.userName, role: t(`account-admin.roles.${role}`) };
  const dialog = {
    opened,
    onClose: close,
    title: t(`account-admin.ask.${action}Title`, words),
    confirmLabel: t(`account-admin.ask.${action}`, words),
  };
  return role === 'Banned' ? (
    <ReasonDialog
      {...dialog}
      danger
      text={t('account-admin.ask.banText')}
      hint={t('account-admin.ask.reasonHelp')}
      onConfirm={(reason) => change(question, reason)}
    />
  ) : (
    <ConfirmDialog {...dialog} onConfirm={() => change(question, '')}>
      <p className="dimmed">{t(`account-admin.roleHelp.${role}`)}</p>
    </ConfirmDialog>
  );
}
