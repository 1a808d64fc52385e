import type { MantineColorsTuple } from '@mantine/core';
import { createStore, useStore } from '../store/create-store';
import { readStoredJson, writeStored } from '../store/stored';
import { isHexColour, paletteOf } from './palette';
import { accentPalette } from './theme';

/** Where the accent comes from: the organiser's colour, ours, or the reader's own (`#rrggbb`). */
export type AccentChoice = { source: 'Managed' } | { source: 'Default' } | { source: 'Custom'; colour: string };

const storageKey = 'customTheme';
const managed: AccentChoice = { source: 'Managed' };

function read(): AccentChoice {
  const { source, colour } = (readStoredJson(storageKey) ?? {}) as Record<string, unknown>;
  if (source === 'Default') return { source };
  if (source === 'Custom' && isHexColour(colour)) return { source, colour };
  return managed;
}

const current = createStore(read());

/** Chooses and remembers; a colour that is not six hexadecimal digits is ignored. */
export function chooseAccent(choice: AccentChoice): void {
  if (choice.source === 'Custom' && !isHexColour(choice.colour)) return;
  writeStored(storageKey, JSON.stringify(choice));
  current.set(choice);
}

export const useAccentChoice = (): AccentChoice => useStore(current);

/** The palette for a choice and the colour that the server's settings name, if they name a valid one. */
export function accentOf(choice: AccentChoice, managedColour: string | null | undefined): MantineColorsTuple {
  if (choice.source === 'Custom') return paletteOf(choice.colour);
  if (choice.source === 'Managed' && isHexColour(managedColour)) return paletteOf(managedColour);
  return accentPalette;
}
