type StorageName = 'localStorage' | 'sessionStorage';

/** Where a browser forbids storage, values last as long as the page. */
const memory = new Map<string, string | null>();

export function readStored(key: string, name: StorageName = 'localStorage'): string | null {
  try {
    return window[name].getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Removes what is stored when the value is null. */
export function writeStored(key: string, value: string | null, name: StorageName = 'localStorage'): void {
  try {
    if (value === null) window[name].removeItem(key);
    else window[name].setItem(key, value);
  } catch {
    memory.set(key, value);
  }
}

/** Null also for text that is no JSON: anything may be stored there. */
export function readStoredJson(key: string, name?: StorageName): unknown {
  try {
    return JSON.parse(readStored(key, name) ?? 'null');
  } catch {
    return null;
  }
}
