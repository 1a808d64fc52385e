import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { LanguageChoices } from './LanguageChoices';
import { LanguageButton } from './MenuButtons';

/** The language switch of the side bar; opens at once. */
export function LanguageMenu() {
  return (
    <LanguageChoices>
      {({ current, languages, choose }) => (
        <Menu position="right-end" withinPortal defaultOpened>
          <Menu.Target>
            <LanguageButton />
          </Menu.Target>
          <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
            {languages.map(({ tag, name }) => (
              <Menu.Item
                key={tag}
                lang={tag}
                role="menuitemradio"
                aria-checked={tag === current}
                rightSection={tag === current && <IconCheck size={16} stroke={2} aria-hidden />}
                onClick={() => choose(tag)}
              >
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </LanguageChoices>
  );
}
