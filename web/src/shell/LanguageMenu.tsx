import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { useText } from '../i18n/use-text';
import { LanguageChoices } from './LanguageChoices';

/** The language switch of the side bar. */
export function LanguageMenu() {
  const t = useText();
  return (
    <LanguageChoices>
      {({ current, languages, choose }) => (
        <Menu position="right-end" withinPortal>
          <Menu.Target>
            <Tooltip label={t('shell.language')} position="right">
              <ActionIcon size={36} aria-label={t('shell.language')}>
                <IconLanguage size={18} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
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
