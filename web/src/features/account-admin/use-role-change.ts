import type { Role } from '@vexil/db/enums/account';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { toastError } from '../../ui/toast';
import { toastWithUndo } from '../../ui/undo-toast';
import { type AdminAccount, useUpdateAccount } from './account-admin.queries';

/** The change waiting for confirmation. */
export type RoleQuestion = { account: AdminAccount; role: Role };

export function useRoleChange() {
  const t = useText('account-admin');
  const update = useUpdateAccount();
  const [question, setQuestion] = useState<RoleQuestion>();
  const [opened, setOpened] = useState(false);

  const change = async ({ account, role }: RoleQuestion, reason?: string): Promise<void> => {
    await update.mutateAsync({ userId: account.id, body: { role, ...(reason ? { reason } : {}) } });
    const back = { account: { ...account, role }, role: account.role };
    toastWithUndo(t('account-admin.changed', { name: account.userName, role: t(`account-admin.roles.${role}`) }), {
      id: `role-${account.id}`,
      undoLabel: t('account-admin.undo'),
      onUndo: () => {
        change(back).catch((error: unknown) => toastError(error));
      },
    });
  };
  return {
    /** Kept during the closing animation. */
    question,
    opened,
    ask: (account: AdminAccount, role: Role) => {
      setQuestion({ account, role });
      setOpened(true);
    },
    close: () => setOpened(false),
    change,
  };
}

export type RoleChange = ReturnType<typeof useRoleChange>;
