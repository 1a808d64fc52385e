import { Modal } from '@mantine/core';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { TypedConfirmDialog } from '../../ui/TypedConfirmDialog';
import { toastSuccess } from '../../ui/toast';
import type { AccountTask } from './AccountMenu';
import { type AdminAccount, useDeleteAccount, useEndSessions, useResetPassword } from './account-admin.queries';
import { EditAccountDialog } from './EditAccountDialog';
import { HandOver } from './HandOver';

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
  return <Dialog account={account} opened={opened} onClose={close} />;
}

function PasswordDialog({ account, opened, onClose }: TaskProps) {
  const t = useText('account-admin');
  const reset = useResetPassword();
  const name = account.userName;
  const isDone = useRef(false);
  if (reset.data !== undefined) {
    return (
      <Modal
        opened={opened}
        onClose={onClose}
        closeOnClickOutside={false}
        title={t('account-admin.password.made', { name })}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <HandOver name={name} password={reset.data} onClose={onClose} />
      </Modal>
    );
  }
  return (
    <ConfirmDialog
      opened={opened}
      // Success shows the password in its place.
      onClose={() => !isDone.current && onClose()}
      title={t('account-admin.password.title', { name })}
      confirmLabel={t('account-admin.password.reset')}
      danger
      onConfirm={async () => {
        await reset.mutateAsync(account.id);
        isDone.current = true;
      }}
    >
      {t('account-admin.password.text')}
    </ConfirmDialog>
  );
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
      onConfirm={async () => {
        await remove.mutateAsync(account.id);
        toastSuccess(t('account-admin.delete.done', { name }));
      }}
    >
      {t('account-admin.delete.text')}
    </TypedConfirmDialog>
  );
}
