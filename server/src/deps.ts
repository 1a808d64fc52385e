import type { Settings } from '@vexil/contract/settings';
import type { BaseDeps } from '@vexil/runtime/deps';
import type { DiskSpace } from './disk-space';
import type { Boards } from './scoreboard-cache/boards';

export interface SettingsCache {
  /** The settings as they are stored, or were within the last second. */
  read(): Promise<Settings>;
  /** Has the next call read them from the database. */
  forget(): void;
}

/** The dependencies of a service; created once per process and passed as the first argument. */
export interface Deps extends BaseDeps {
  boards: Boards;
  diskSpace: DiskSpace;
  /** What administrators set at run time. */
  settings: SettingsCache;
  /** Errors a route does not declare answer 500 here, so that tests and development reveal them. */
  strict: boolean;
}
