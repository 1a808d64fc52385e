import type { Role } from '@vexil/db/enums/account';
import { useState } from 'react';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { toastFailure } from '../../ui/toast';
import { toastWithUndo } from '../../ui/undo-toast';
import { type AdminAccount, useSetRole } from './account-admin.queries';

/** What is asked about before it is done. */
export type RoleQuestion = { account: AdminAccount; role: Role };

/** Changes a role after asking, and offers to take it back. */
export function useRoleChange() {
  const t = useText('account-admin');
  const describe = useDescribeError();
  const set = useSetRole();
  const [question, setQuestion] = useState<RoleQuestion>();
  const [opened, setOpened] = useState(false);

  const change = async ({ account, role }: RoleQuestion): Promise<void> => {
    await set.mutateAsync({ userId: account.id, role });
    const back = { account: { ...account, role }, role: account.role };
    toastWithUndo(t('account-admin.changed', { name: account.userName, role: t(`account-admin.roles.${role}`) }), {
      id: `role-${account.id}`,
      undoLabel: t('account-admin.undo'),
      onUndo: () => {
        change(back).catch((error: unknown) => toastFailure(describe(error)));
      },
    });
  };
  return {
    /** Stays while the dialog fades out. */
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
