// Each process caches the settings. A change is published over Redis and drops all copies; a copy also has a maximum
// age, so that every process follows within a second even while Redis is away.

import type { Settings } from '@vexil/contract/settings';
import type { Db } from '@vexil/db';
import type { SettingsCache } from '../deps';
import { readSettings } from './config.queries';

const settingsAgeMsMax = 900;

export const settingsChannel = (keyPrefix: string) => `${keyPrefix}settings:changed`;

export function createSettingsCache(db: Db, ageMsMax = settingsAgeMsMax): SettingsCache {
  let known: { settings: Settings; until: number } | undefined;
  let loading: Promise<Settings> | undefined;

  function load(): Promise<Settings> {
    // Counted from before the query: what is stored while it runs may not be in its result.
    const until = performance.now() + ageMsMax;
    const pending = readSettings(db).then(
      (settings) => {
        // A copy dropped meanwhile may have been read before the change.
        if (loading === pending) {
          known = { settings, until };
          loading = undefined;
        }
        return settings;
      },
      (error) => {
        if (loading === pending) loading = undefined;
        throw error;
      },
    );
    loading = pending;
    return pending;
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
