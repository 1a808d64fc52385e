import { IconDevices, IconLock, IconShieldLock } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../../i18n/use-text';
import type { Command } from '../../ui/commands';
import { useAccount } from './account.queries';

/** What one changes about one's own account. */
export function useAccountCommands(): Command[] {
  const t = useText('account', 'factor');
  const navigate = useNavigate();
  if (!useAccount()) return [];
  const parts = [
    { id: 'password', label: t('account.profile.changePassword'), icon: <IconLock aria-hidden /> },
    { id: 'factors', label: t('factor.title'), icon: <IconShieldLock aria-hidden /> },
    { id: 'sessions', label: t('account.sessions.title'), icon: <IconDevices aria-hidden /> },
  ];
  return parts.map((part) => ({
    ...part,
    id: `account.${part.id}`,
    detail: t('account.profile.title'),
    run: () => void navigate({ to: '/account/profile', hash: part.id }),
  }));
}
