import { ActionIcon, Menu } from '@mantine/core';
import {
  IconBan,
  IconCheck,
  IconDots,
  IconId,
  IconKey,
  IconLogout,
  IconPencil,
  IconTrash,
  IconUserCheck,
} from '@tabler/icons-react';
import { type Role, roles } from '@vexil/db/enums/account';
import { useText } from '../../i18n/use-text';
import type { AdminAccount } from './account-admin.queries';

export type AccountTask = 'edit' | 'password' | 'signOut' | 'delete';

type AccountMenuProps = {
  account: AdminAccount;
  isSelf: boolean;
  onRole: (role: Role) => void;
  onTask: (task: AccountTask) => void;
};

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

export function AccountMenu({ account, isSelf, onRole, onTask }: AccountMenuProps) {
  const t = useText('account-admin');
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={t('account-admin.actions', { name: account.userName })}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onTask('edit')}>
          {t('account-admin.edit.action')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconId {...icon} />}
          onClick={() => void navigator.clipboard.writeText(account.id).catch(() => undefined)}
        >
          {t('account-admin.copyId')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => onTask('signOut')}>
          {t('account-admin.signOut.action')}
        </Menu.Item>
        {!isSelf && (
          <>
            <Menu.Item leftSection={<IconKey {...icon} />} onClick={() => onTask('password')}>
              {t('account-admin.password.action')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Label>{t('account-admin.role')}</Menu.Label>
            {roles
              .filter((role) => role !== 'Banned')
              .map((role) => (
                <Menu.Item
                  key={role}
                  disabled={role === account.role}
                  onClick={() => onRole(role)}
                  rightSection={role === account.role && <IconCheck size={16} stroke={2} aria-hidden />}
                >
                  {t(`account-admin.roles.${role}`)}
                </Menu.Item>
              ))}
            <Menu.Divider />
            {account.role === 'Banned' ? (
              <Menu.Item leftSection={<IconUserCheck {...icon} />} onClick={() => onRole('User')}>
                {t('account-admin.unban')}
              </Menu.Item>
            ) : (
              <Menu.Item color="red" leftSection={<IconBan {...icon} />} onClick={() => onRole('Banned')}>
                {t('account-admin.ban')}
              </Menu.Item>
            )}
            <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => onTask('delete')}>
              {t('account-admin.delete.action')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
