import { Menu, UnstyledButton } from '@mantine/core';
import { IconLogout, IconSelector, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type Account, useSignOut } from '../features/account/account.queries';
import { useText } from '../i18n/use-text';
import { Avatar } from '../ui/Avatar';
import classes from './UserMenu.module.css';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Who is signed in, and what they can do with their account. */
export function UserMenu({ account }: { account: Account }) {
  const t = useText('account');
  const signOut = useSignOut();
  const name = account.userName ?? '';
  return (
    <Menu position="right-end" withinPortal width={200}>
      <Menu.Target>
        <UnstyledButton className={classes.user} aria-label={`${t('shell.userMenu')}: ${name}`}>
          <Avatar name={name} src={account.avatar} size={32} />
          <span className={classes.words}>
            <span className={classes.name}>{name}</span>
            <span className={classes.role}>{t(`account.role.${account.role}`)}</span>
          </span>
          <IconSelector size={16} stroke={1.75} className={classes.arrow} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUserCircle {...icon} />} component={Link} to="/account/profile">
          {t('shell.profile')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout {...icon} />} color="red" onClick={() => signOut.mutate()}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
