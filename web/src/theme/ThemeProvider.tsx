import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { accentOf, useAccentChoice } from './accent';
import { cssVariables, themeFor } from './theme';

const colourScheme = localStorageColorSchemeManager({ key: 'colorScheme' });

/** Mantine with our theme; `managedColour` is the organiser's accent (`#rrggbb`), if there is one. */
export function ThemeProvider({ managedColour, children }: { managedColour?: string | null; children: ReactNode }) {
  const choice = useAccentChoice();
  const theme = useMemo(() => themeFor(accentOf(choice, managedColour)), [choice, managedColour]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colourScheme}
      defaultColorScheme="dark"
    >
      {children}
    </MantineProvider>
  );
}
