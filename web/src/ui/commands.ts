import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { createStore, useStore } from '../store/create-store';

/** Something the command palette can do or go to. */
export type Command = {
  /** Stable and unique: `game.7.scoreboard`. */
  id: string;
  label: string;
  /** Where it is, or what it is: the line below the label. */
  detail?: string;
  icon?: ReactNode;
  /** Further words that find it. */
  keywords?: string[];
  /** The keys that do the same. */
  keys?: string;
  run: () => void;
};

const registered = createStore<readonly Command[]>([]);
const opened = createStore(false);
const query = createStore('');

/** Offers commands while the component is there. */
export function useCommands(commands: Command[]): void {
  const latest = useRef(commands);
  latest.current = commands;
  const signature = commands.map(({ id, label, detail }) => `${id} ${label} ${detail}`).join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature stands for the list, which is new each time
  useEffect(() => {
    const own = latest.current;
    registered.set([...registered.get(), ...own]);
    return () => registered.set(registered.get().filter((command) => !own.includes(command)));
  }, [signature]);
}

export const useRegisteredCommands = () => useStore(registered);
export const useCommandsOpened = () => useStore(opened);

/** What is being looked for in the open palette, for those who search on the server. */
export const useCommandQuery = () => useStore(query);

export const setCommandQuery = (value: string): void => query.set(value);

/** What is typed before the field of the opened palette has the focus. */
export const typeAhead = (text: string): void => setCommandQuery(query.get() + text);

export function showCommands(value: boolean): void {
  // Not at the end of closing, before which it may be open again.
  if (!opened.get()) query.set('');
  opened.set(value);
}
