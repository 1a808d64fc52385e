import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { languages } from '../i18n/languages';
import { useLanguage } from '../i18n/use-text';
import { accentOf, useAccentChoice } from './accent';
import { cssVariables, themeFor } from './theme';

const colourScheme = localStorageColorSchemeManager({ key: 'colorScheme' });

/** What `start.js` has read from the address of an embedded board. */
function forcedScheme() {
  const { forcedScheme } = document.documentElement.dataset;
  return forcedScheme === 'dark' || forcedScheme === 'light' ? forcedScheme : undefined;
}

type ThemeProviderProps = {
  /** The organiser's accent (`#rrggbb`), if there is one. */
  managedColour?: string | null;
  /** In tests nothing moves. */
  env?: 'default' | 'test';
  children: ReactNode;
};

/** Mantine with our theme. */
export function ThemeProvider({ managedColour, env, children }: ThemeProviderProps) {
  const choice = useAccentChoice();
  const { decimalSign } = languages[useLanguage()];
  const theme = useMemo(
    () => themeFor(accentOf(choice, managedColour), decimalSign),
    [choice, managedColour, decimalSign],
  );
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colourScheme}
      defaultColorScheme="dark"
      forceColorScheme={forcedScheme()}
      env={env}
    >
      {children}
    </MantineProvider>
  );
}
