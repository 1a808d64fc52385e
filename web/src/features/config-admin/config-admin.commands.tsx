import { IconSettings } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../../i18n/use-text';
import type { Command } from '../../ui/commands';
import { fieldId, settingSections } from './setting-fields';

/** Each setting by its name. */
export function useSettingCommands(): Command[] {
  const t = useText('admin', 'config-admin');
  const navigate = useNavigate();
  const setting = (label: string, detail: string, hash: string): Command => ({
    id: `setting.${hash}`,
    label,
    detail,
    icon: <IconSettings />,
    run: () => void navigate({ to: '/admin/settings', hash }),
  });
  return settingSections.flatMap(({ id, fields }) => {
    const section = t(`config-admin.section.${id}`);
    return [
      setting(section, t('admin.area.settings'), id),
      ...fields.map((name) =>
        setting(t(`config-admin.field.${name}`), `${t('admin.area.settings')} · ${section}`, fieldId(name)),
      ),
    ];
  });
}
