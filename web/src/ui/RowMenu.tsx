import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text';

/** What changes the state of a row, and what is rare. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const t = useText();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={t('ui.table.actions', { name })}>
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
