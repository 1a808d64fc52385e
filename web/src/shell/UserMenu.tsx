import { Menu } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { type Account, useSignOut } from '../features/account/account.queries';
import { useText } from '../i18n/use-text';
import { UserButton } from './MenuButtons';

/** Who is signed in, and what they can do with their account; opens at once. */
export function UserMenu({ account }: { account: Account }) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  const signOut = useSignOut();
  return (
    <Menu position="right-end" withinPortal width={200} defaultOpened onClose={() => button.current?.focus()}>
      <Menu.Target>
        <UserButton ref={button} account={account} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUserCircle />} component={Link} to="/account/profile">
          {t('shell.profile')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout />} color="red" onClick={() => signOut.mutate()}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
