import type { MantineColorsTuple } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { isHexColour, paletteOf } from './palette';
import { accentPalette } from './theme';

/** Where the accent comes from: the organiser's colour, ours, or the reader's own (`#rrggbb`). */
export type AccentChoice = { source: 'Managed' } | { source: 'Default' } | { source: 'Custom'; colour: string };

const storageKey = 'customTheme';
const managed: AccentChoice = { source: 'Managed' };

function read(): AccentChoice {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('source' in stored)) return managed;
    if (stored.source === 'Default') return { source: 'Default' };
    if (stored.source === 'Custom' && 'colour' in stored && isHexColour(stored.colour)) {
      return { source: 'Custom', colour: stored.colour };
    }
  } catch {
    // What is stored may be anybody's; the organiser's colour is the safe reading of it.
  }
  return managed;
}

let current = read();
const listeners = new Set<() => void>();

/** Chooses and remembers; a colour that is not six hexadecimal digits is ignored. */
export function chooseAccent(choice: AccentChoice): void {
  if (choice.source === 'Custom' && !isHexColour(choice.colour)) return;
  current = choice;
  try {
    localStorage.setItem(storageKey, JSON.stringify(choice));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useAccentChoice = (): AccentChoice => useSyncExternalStore(subscribe, () => current);

/** The palette for a choice and the colour that the server's settings name, if they name a valid one. */
export function accentOf(choice: AccentChoice, managedColour: string | null | undefined): MantineColorsTuple {
  if (choice.source === 'Custom') return paletteOf(choice.colour);
  if (choice.source === 'Managed' && isHexColour(managedColour)) return paletteOf(managedColour);
  return accentPalette;
}
