import { useNavigate } from '@tanstack/react-router';
import { useText } from '../../i18n/use-text';
import type { Command } from '../../ui/commands';
import { adminAreas } from './areas';

/** Pages of the administration. */
export function useAdminCommands(): Command[] {
  const t = useText('admin');
  const navigate = useNavigate();
  return adminAreas.flat().map(({ to, label, icon: Icon }) => ({
    id: `admin.${to}`,
    label: t(label),
    detail: t('admin.area.label'),
    icon: <Icon />,
    run: () => void navigate({ to }),
  }));
}
