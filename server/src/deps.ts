import type { Config } from '@vexil/runtime/config';
import { type BaseDeps, type BaseDepsOverrides, openBaseDeps } from '@vexil/runtime/deps';
import type { Logger } from 'pino';
import { createSettingsCache, type SettingsCache } from './config/settings';
import { type DiskSpace, openDiskSpace } from './disk-space';

/** The dependencies of a service; created once per process and passed as the first argument. */
export interface Deps extends BaseDeps {
  diskSpace: DiskSpace;
  /** What administrators set at run time. */
  settings: SettingsCache;
  /** Errors a route does not declare answer 500 here, so that tests and development reveal them. */
  strict: boolean;
}

export interface DepsOverrides extends BaseDepsOverrides {
  /** How long a copy of the settings is used; tests store settings behind the server's back. */
  settingsAgeMsMax?: number;
  strict?: boolean;
}

export function createDeps(config: Config, log: Logger, overrides: DepsOverrides = {}): Deps {
  const base = openBaseDeps(config, log, 'vexil-server', overrides);
  return {
    ...base,
    diskSpace: openDiskSpace(config),
    settings: createSettingsCache(base.db, overrides.settingsAgeMsMax),
    strict: overrides.strict ?? process.env.NODE_ENV !== 'production',
  };
}
