import type { Config } from '@vexil/runtime/config';
import { type BaseDepsOverrides, openBaseDeps } from '@vexil/runtime/deps';
import type { Logger } from 'pino';
import { createSettingsCache } from './config/settings';
import type { Deps } from './deps';
import { openDiskSpace } from './disk-space';
import { createBoards } from './scoreboard-cache/boards';

export interface DepsOverrides extends BaseDepsOverrides {
  settingsAgeMsMax?: number;
  strict?: boolean;
}

export function createDeps(config: Config, log: Logger, overrides: DepsOverrides = {}): Deps {
  const base = openBaseDeps(config, log, 'vexil-server', overrides);
  return {
    ...base,
    diskSpace: openDiskSpace(config),
    boards: createBoards(base),
    settings: createSettingsCache(base.db, overrides.settingsAgeMsMax),
    strict: overrides.strict ?? process.env.NODE_ENV !== 'production',
  };
}
