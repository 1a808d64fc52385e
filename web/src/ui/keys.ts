import { useEffect, useRef } from 'react';
import { createStore, useStore } from '../store/create-store';
import { readStored, writeStored } from '../store/stored';

export type KeyBinding = {
  /** As in `KeyboardEvent.key`, with `mod+` for Ctrl or Command: `j`, `/`, `?`, `mod+k`. */
  keys: string;
  /** What it does, in the reader's language; the help lists it. */
  label: string;
  run: () => void;
  /** Listed in the help under this heading. */
  group?: string;
};

const storageKey = 'keys';
const bindings = createStore<readonly KeyBinding[]>([]);
const enabled = createStore(readStored(storageKey) !== 'off');

const isSwitch = 'input:is([type="checkbox"], [type="radio"])';
const ownKeysOfSwitch = /^(Arrow\w+|Enter| )$/;

/** Whether the element with focus has a use for the key itself. */
const isUsed = ({ target, key }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.matches(isSwitch)
    ? ownKeysOfSwitch.test(key)
    : target.isContentEditable || target.matches('input, textarea, select'));

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  const mod = event.ctrlKey || event.metaKey;
  // Single keys belong to the field with focus, and to a dialog above the page.
  if (!mod && (!enabled.get() || isUsed(event) || document.querySelector('[aria-modal="true"]'))) return;
  // On a keyboard of other letters, Russian for one, the place of the key counts.
  const key = /^[^ -~]$/.test(event.key) ? event.code.replace(/^Key/, '') : event.key;
  const pressed = `${mod ? 'mod+' : ''}${key.toLowerCase()}`;
  const binding = bindings.get().findLast((each) => each.keys.toLowerCase() === pressed);
  if (!binding) return;
  event.preventDefault();
  binding.run();
}

/** Binds keys while the component is there; of two for the same key the later one answers. */
export function useKeys(wanted: KeyBinding[]): void {
  const latest = useRef(wanted);
  latest.current = wanted;
  const signature = wanted.map(({ keys, label, group }) => `${keys} ${label} ${group}`).join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature stands for the list, which is new each time
  useEffect(() => {
    const own = latest.current.map((binding, index) => ({ ...binding, run: () => latest.current[index]?.run() }));
    // Adding it a second time changes nothing.
    document.addEventListener('keydown', onKeyDown);
    bindings.set([...bindings.get(), ...own]);
    return () => {
      bindings.set(bindings.get().filter((binding) => !own.includes(binding)));
      if (bindings.get().length === 0) document.removeEventListener('keydown', onKeyDown);
    };
  }, [signature]);
}

export const useKeyBindings = () => useStore(bindings);
export const useKeysEnabled = () => useStore(enabled);

/** Switches single-letter keys off or on; those with Ctrl or Command stay. */
export function setKeysEnabled(value: boolean): void {
  writeStored(storageKey, value ? 'on' : 'off');
  enabled.set(value);
}
