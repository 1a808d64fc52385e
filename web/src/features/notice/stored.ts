import { createStore } from '../../store/create-store';
import { writeStored } from '../../store/stored';

// Changes by other tabs.
const changes = createStore(0, () => {
  window.addEventListener('storage', note);
  return () => window.removeEventListener('storage', note);
});

const note = () => changes.set(changes.get() + 1);

export const { subscribe } = changes;

export function write(key: string, value: string): void {
  writeStored(key, value);
  note();
}
