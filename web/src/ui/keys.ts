import { useEffect, useRef, useSyncExternalStore } from 'react';

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
let bindings: readonly KeyBinding[] = [];
let enabled = readEnabled();
const listeners = new Set<() => void>();

function readEnabled(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

function changed() {
  for (const listener of listeners) listener();
}

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
  if (!mod && (!enabled || isUsed(event) || document.querySelector('[aria-modal="true"]'))) return;
  // On a keyboard of other letters, Russian for one, the place of the key counts.
  const key = /^[^ -~]$/.test(event.key) ? event.code.replace(/^Key/, '') : event.key;
  const pressed = `${mod ? 'mod+' : ''}${key.toLowerCase()}`;
  const binding = bindings.findLast((each) => each.keys.toLowerCase() === pressed);
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
    if (bindings.length === 0) document.addEventListener('keydown', onKeyDown);
    bindings = [...bindings, ...own];
    changed();
    return () => {
      bindings = bindings.filter((binding) => !own.includes(binding));
      if (bindings.length === 0) document.removeEventListener('keydown', onKeyDown);
      changed();
    };
  }, [signature]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useKeyBindings = () => useSyncExternalStore(subscribe, () => bindings);
export const useKeysEnabled = () => useSyncExternalStore(subscribe, () => enabled);

/** Switches single-letter keys off or on; those with Ctrl or Command stay. */
export function setKeysEnabled(value: boolean): void {
  enabled = value;
  try {
    localStorage.setItem(storageKey, value ? 'on' : 'off');
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  changed();
}
