import { ActionIcon, Menu, Tooltip, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconPalette, IconSun } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../i18n/use-text';
import { AccentDialog } from './AccentDialog';

export const schemes = [
  { value: 'dark', label: 'shell.theme.dark', icon: IconMoon },
  { value: 'light', label: 'shell.theme.light', icon: IconSun },
  { value: 'auto', label: 'shell.theme.auto', icon: IconDeviceDesktop },
] as const;

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Dark, light or the system's, and the accent colour. */
export function ThemeMenu() {
  const t = useText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [choosing, setChoosing] = useState(false);
  const Current = schemes.find((scheme) => scheme.value === colorScheme)?.icon ?? IconMoon;
  return (
    <>
      <Menu position="right-end" withinPortal>
        <Menu.Target>
          <Tooltip label={t('shell.theme.label')} position="right">
            <ActionIcon size={36} aria-label={t('shell.theme.label')}>
              <Current size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          {schemes.map(({ value, label, icon: Icon }) => (
            <Menu.Item
              key={value}
              role="menuitemradio"
              aria-checked={value === colorScheme}
              leftSection={<Icon {...icon} />}
              rightSection={value === colorScheme && <IconCheck size={16} stroke={2} aria-hidden />}
              onClick={() => setColorScheme(value)}
            >
              {t(label)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPalette {...icon} />} onClick={() => setChoosing(true)}>
            {t('shell.theme.accent')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <AccentDialog opened={choosing} onClose={() => setChoosing(false)} />
    </>
  );
}
