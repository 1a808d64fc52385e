import type { Config } from '@vexil/runtime/config';
import { type BaseDepsOverrides, openBaseDeps } from '@vexil/runtime/deps';
import type { Logger } from 'pino';
import { Recorder, type RecorderOptions } from './capture-recorder/recorder';
import { createSettingsReader } from './config/settings';
import { createContainerMoves } from './container-moves';
import type { Deps } from './deps';
import { openDiskSpace } from './disk-space';
import type { OpenTap } from './relay-tap';
import { createBoards } from './scoreboard-cache/boards';
import { createSharedValues } from './shared-reply/shared-values';

export interface DepsOverrides extends BaseDepsOverrides {
  /** False reads for each call, for tests that write to the database directly. */
  holdsShared?: boolean;
  openTap?: OpenTap;
  recorder?: Partial<RecorderOptions>;
  strict?: boolean;
}

export function createDeps(config: Config, log: Logger, overrides: DepsOverrides = {}): Deps {
  const base = openBaseDeps(config, log, 'vexil-server', overrides);
  const shared = createSharedValues(base, { holds: overrides.holdsShared ?? true });
  const recorder = new Recorder(base, overrides.recorder);
  return {
    ...base,
    diskSpace: openDiskSpace(config),
    boards: createBoards(base),
    containerMoves: createContainerMoves(),
    openTap: overrides.openTap ?? recorder.openTap,
    recorder,
    settings: createSettingsReader(shared),
    shared,
    strict: overrides.strict ?? process.env.NODE_ENV !== 'production',
  };
}
