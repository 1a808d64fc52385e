import type { Settings } from '@vexil/contract/settings';
import type { BaseDeps } from '@vexil/runtime/deps';
import type { DiskSpace } from './disk-space';
import type { Boards } from './scoreboard-cache/boards';

export interface SettingsCache {
  read(): Promise<Settings>;
  forget(): void;
}

export interface Deps extends BaseDeps {
  boards: Boards;
  diskSpace: DiskSpace;
  settings: SettingsCache;
  /** Errors a route does not declare answer 500 here, so that tests and development reveal them. */
  strict: boolean;
}
