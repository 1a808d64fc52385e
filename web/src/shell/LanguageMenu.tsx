import { Menu } from '@mantine/core';
import { useRef } from 'react';
import { LanguageChoices } from './LanguageChoices';
import { LanguageButton } from './MenuButtons';

/** The language switch of the side bar; opens at once. */
export function LanguageMenu() {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <LanguageChoices>
      {({ current, languages, choose }) => (
        <Menu position="right-end" withinPortal defaultOpened onClose={() => button.current?.focus()}>
          <Menu.Target>
            <LanguageButton ref={button} />
          </Menu.Target>
          <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
            <Menu.RadioGroup value={current}>
              {languages.map(({ tag, name }) => (
                <Menu.RadioItem key={tag} lang={tag} value={tag} closeMenuOnClick onChange={() => choose(tag)}>
                  {name}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Dropdown>
        </Menu>
      )}
    </LanguageChoices>
  );
}
