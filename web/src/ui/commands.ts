import type { ReactNode } from 'react';
import { useEffect, useRef, useSyncExternalStore } from 'react';

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

let registered: readonly Command[] = [];
let opened = false;
let query = '';
const listeners = new Set<() => void>();

function changed() {
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Offers commands while the component is there. */
export function useCommands(commands: Command[]): void {
  const latest = useRef(commands);
  latest.current = commands;
  const signature = commands.map(({ id, label, detail }) => `${id} ${label} ${detail}`).join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature stands for the list, which is new each time
  useEffect(() => {
    const own = latest.current;
    registered = [...registered, ...own];
    changed();
    return () => {
      registered = registered.filter((command) => !own.includes(command));
      changed();
    };
  }, [signature]);
}

export const useRegisteredCommands = () => useSyncExternalStore(subscribe, () => registered);
export const useCommandsOpened = () => useSyncExternalStore(subscribe, () => opened);

/** What is being looked for in the open palette, for those who search on the server. */
export const useCommandQuery = () => useSyncExternalStore(subscribe, () => query);

export function setCommandQuery(value: string): void {
  query = value;
  changed();
}

/** What is typed before the field of the opened palette has the focus. */
export const typeAhead = (text: string): void => setCommandQuery(query + text);

export function showCommands(value: boolean): void {
  // Not at the end of closing, before which it may be open again.
  if (!opened) query = '';
  opened = value;
  changed();
}
