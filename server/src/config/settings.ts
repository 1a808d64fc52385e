// Settings are asked for by every registration, container and page, and change a few times in a deployment's life. A
// copy per process saves the query. What drops it: the process that stores a change drops its own at once and tells the
// others over Redis; a lost connection to Redis drops it as well; and no copy is given out for longer than its age, so
// that every process follows within a second even while Redis is away. PostgreSQL stays the only truth.

import type { Settings } from '@vexil/contract/settings';
import type { Db } from '@vexil/db';
import { readSettings } from './config.queries';

/** How long a copy may be given out without looking. */
export const settingsAgeMsMax = 900;

export const settingsChannel = (keyPrefix: string) => `${keyPrefix}settings:changed`;

export interface SettingsCache {
  /** The settings as they are stored, at most `settingsAgeMsMax` ago. */
  read(): Promise<Settings>;
  /** Has the next call look. */
  forget(): void;
}

export function createSettingsCache(db: Db, ageMsMax = settingsAgeMsMax): SettingsCache {
  let known: { settings: Settings; until: number } | undefined;
  let loading: Promise<Settings> | undefined;

  function load(): Promise<Settings> {
    // Counted from before the query: what is stored while it runs may not be in its result.
    const until = performance.now() + ageMsMax;
    const asked = readSettings(db).then(
      (settings) => {
        // Unless it was dropped meanwhile; then it may have read what was there before.
        if (loading === asked) {
          known = { settings, until };
          loading = undefined;
        }
        return settings;
      },
      (error) => {
        if (loading === asked) loading = undefined;
        throw error;
      },
    );
    loading = asked;
    return asked;
  }

  return {
    async read() {
      if (known && performance.now() < known.until) return known.settings;
      return loading ?? load();
    },
    forget() {
      known = undefined;
      loading = undefined;
    },
  };
}
