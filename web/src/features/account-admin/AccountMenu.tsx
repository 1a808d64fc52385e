import { Menu } from '@mantine/core';
import {
  IconBan,
  IconCheck,
  IconId,
  IconKey,
  IconLogout,
  IconMailCheck,
  IconMailX,
  IconPencil,
  IconTrash,
  IconUserCheck,
} from '@tabler/icons-react';
import { type Role, roles } from '@vexil/db/enums/account';
import { useText } from '../../i18n/use-text';
import { RowMenu } from '../../ui/RowMenu';
import { RowTool } from '../../ui/RowTool';
import { toastSuccess } from '../../ui/toast';
import { useCopy } from '../../ui/use-copy';
import type { AdminAccount } from './account-admin.queries';

export type AccountTask = 'edit' | 'password' | 'signOut' | 'delete';

type AccountMenuProps = {
  account: AdminAccount;
  isSelf: boolean;
  onConfirm: () => void;
  onRole: (role: Role) => void;
  onTask: (task: AccountTask) => void;
};

/** Edit, password and delete stand in the row; what is rarer is in the menu behind them. */
export function AccountTools(props: AccountMenuProps) {
  const t = useText('account-admin');
  const { account, isSelf, onTask } = props;
  const name = account.userName;
  return (
    <>
      <RowTool isMain label={t('account-admin.edit.action')} name={name} onClick={() => onTask('edit')}>
        <IconPencil />
      </RowTool>
      <RowTool
        label={t('account-admin.password.action')}
        name={name}
        disabled={isSelf}
        onClick={() => onTask('password')}
      >
        <IconKey />
      </RowTool>
      <RowTool label={t('account-admin.delete.action')} name={name} disabled={isSelf} onClick={() => onTask('delete')}>
        <IconTrash />
      </RowTool>
      <AccountMenu {...props} />
    </>
  );
}

function AccountMenu({ account, isSelf, onConfirm, onRole, onTask }: AccountMenuProps) {
  const t = useText('account-admin');
  const { copy } = useCopy();
  return (
    <RowMenu name={account.userName}>
      <Menu.Item leftSection={<IconId />} onClick={() => void copy(account.id, () => toastSuccess(t('ui.copy.done')))}>
        {t('account-admin.copyId')}
      </Menu.Item>
      <Menu.Item leftSection={account.emailConfirmed ? <IconMailX /> : <IconMailCheck />} onClick={onConfirm}>
        {t(account.emailConfirmed ? 'account-admin.takeBack' : 'account-admin.many.confirm')}
      </Menu.Item>
      <Menu.Item leftSection={<IconLogout />} onClick={() => onTask('signOut')}>
        {t('account-admin.signOut.action')}
      </Menu.Item>
      {!isSelf && (
        <>
          <Menu.Divider />
          <Menu.Label>{t('account-admin.role')}</Menu.Label>
          {roles
            .filter((role) => role !== 'Banned')
            .map((role) => (
              <Menu.Item
                key={role}
                disabled={role === account.role}
                onClick={() => onRole(role)}
                rightSection={role === account.role && <IconCheck size={16} stroke="2px" />}
              >
                {t(`account-admin.roles.${role}`)}
              </Menu.Item>
            ))}
          <Menu.Divider />
          {account.role === 'Banned' ? (
            <Menu.Item leftSection={<IconUserCheck />} onClick={() => onRole('User')}>
              {t('account-admin.unban')}
            </Menu.Item>
          ) : (
            <Menu.Item color="red" leftSection={<IconBan />} onClick={() => onRole('Banned')}>
              {t('account-admin.ban')}
            </Menu.Item>
          )}
        </>
      )}
    </RowMenu>
  );
}
