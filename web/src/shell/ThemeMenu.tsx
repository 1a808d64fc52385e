import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconPalette } from '@tabler/icons-react';
import { lazy, useRef, useState } from 'react';
import { useText } from '../i18n/use-text';
import { OnDemandDialog } from '../ui/OnDemand';
import { ThemeButton } from './MenuButtons';
import { schemes } from './schemes';

const AccentDialog = lazy(async () => ({ default: (await import('./AccentDialog')).AccentDialog }));

/** Dark, light or the system's, and the accent colour; opens at once. */
export function ThemeMenu() {
  const t = useText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const button = useRef<HTMLButtonElement>(null);
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <Menu position="right-end" withinPortal defaultOpened onClose={() => button.current?.focus()}>
        <Menu.Target>
          <ThemeButton ref={button} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.RadioGroup value={colorScheme}>
            {schemes.map(({ value, label, icon: Icon }) => (
              <Menu.RadioItem key={value} value={value} rightSection={<Icon />} onChange={() => setColorScheme(value)}>
                {t(label)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item leftSection={<IconPalette />} onClick={() => setChoosing(true)}>
            {t('shell.theme.accent')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <OnDemandDialog dialog={AccentDialog} opened={choosing} onClose={() => setChoosing(false)} />
    </>
  );
}
