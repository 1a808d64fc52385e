import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { useOpenedLater } from '../../ui/OnDemand';
import { TypedConfirmDialog } from '../../ui/TypedConfirmDialog';
import { toastSuccess } from '../../ui/toast';
import type { AccountTask } from './AccountMenu';
import { type AdminAccount, useDeleteAccount, useEndSessions } from './account-admin.queries';
import { EditAccountDialog } from './EditAccountDialog';
import { PasswordDialog } from './PasswordDialog';

type TaskProps = { account: AdminAccount; opened: boolean; onClose: () => void };

const dialogs: Record<AccountTask, (props: TaskProps) => React.ReactNode> = {
  edit: EditAccountDialog,
  password: PasswordDialog,
  signOut: SignOutDialog,
  delete: DeleteDialog,
};

type AccountDialogsProps = { account: AdminAccount; task: AccountTask; onClose: () => void };

/** What one does to one account; mount a new one for each task. */
export default function AccountDialogs({ account, task, onClose }: AccountDialogsProps) {
  const [opened, setOpened] = useState(true);
  const Dialog = dialogs[task];
  const close = () => {
    setOpened(false);
    // The dialog closes with grace before it goes.
    setTimeout(onClose, 250);
  };
  return <Dialog account={account} opened={useOpenedLater(opened)} onClose={close} />;
}

function SignOutDialog({ account, opened, onClose }: TaskProps) {
  const t = useText('account-admin');
  const end = useEndSessions();
  const name = account.userName;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('account-admin.signOut.title', { name })}
      confirmLabel={t('account-admin.signOut.confirm')}
      onConfirm={async () => {
        await end.mutateAsync(account.id);
        toastSuccess(t('account-admin.signOut.done', { name }));
      }}
    >
      {t('account-admin.signOut.text')}
    </ConfirmDialog>
  );
}

function DeleteDialog({ account, opened, onClose }: TaskProps) {
  const t = useText('account-admin');
  const remove = useDeleteAccount();
  const name = account.userName;
  return (
    <TypedConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('account-admin.delete.title', { name })}
      confirmLabel={t('account-admin.delete.action')}
      expected={name}
      fieldLabel={t('account-admin.delete.type', { name })}
      onConfirm={() => remove.mutateAsync(account.id)}
    >
      {t('account-admin.delete.text')}
    </TypedConfirmDialog>
  );
}
