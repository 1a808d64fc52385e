import { IconKeyboard, IconLogin2, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useAccount, useSignOut } from '../features/account/account.queries';
import { useText } from '../i18n/use-text';
import { type Command, useCommands } from '../ui/commands';
import { placesFor } from './places';

/** What the palette offers on every page: the places and the account. */
export function useShellCommands(showKeys: () => void): void {
  const t = useText();
  const account = useAccount();
  const signOut = useSignOut();
  const navigate = useNavigate();

  const places = placesFor(account).map(
    ({ path, label, icon: Icon }): Command => ({
      id: `place.${path}`,
      label: t(label),
      icon: <Icon />,
      run: () => void navigate({ to: path as '/' }),
    }),
  );
  const own: Command[] = account
    ? [
        {
          id: 'account.profile',
          label: t('shell.profile'),
          icon: <IconUserCircle />,
          run: () => void navigate({ to: '/account/profile' }),
        },
        {
          id: 'account.signOut',
          label: t('shell.signOut'),
          icon: <IconLogout />,
          run: () => signOut.mutate(),
        },
      ]
    : [
        {
          id: 'account.signIn',
          label: t('shell.signIn'),
          icon: <IconLogin2 />,
          run: () => void navigate({ to: '/account/login' }),
        },
      ];
  const rest: Command[] = [{ id: 'keys', label: t('shell.keys'), icon: <IconKeyboard />, run: showKeys }];
  useCommands([...places, ...own, ...rest]);
}
