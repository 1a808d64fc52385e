import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import type { RoleChange } from './use-role-change';

export function RoleDialog({ change: { question, opened, close, change } }: { change: RoleChange }) {
  const t = useText('account-admin');
  if (!question) return null;
  const { account, role } = question;
  const action = role === 'Banned' ? 'ban' : account.role === 'Banned' ? 'unban' : 'set';
  const words = { name: account.userName, role: t(`account-admin.roles.${role}`) };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t(`account-admin.ask.${action}Title`, words)}
      confirmLabel={t(`account-admin.ask.${action}`, words)}
      danger={action === 'ban'}
      onConfirm={() => change(question)}
    >
      {action === 'ban'
        ? t('account-admin.ask.banText')
        : t(`account-admin.roleHelp.${role as Exclude<typeof role, 'Banned'>}`)}
    </ConfirmDialog>
  );
}
