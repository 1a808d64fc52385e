import type { Deps } from '@vexil/http/deps';
import { openDiskSpace } from '@vexil/http/guard/free-space';
import { createSharedValues } from '@vexil/http/reads/shared-values';
import type { Config } from '@vexil/runtime/config';
import { type BaseDepsOverrides, openBaseDeps } from '@vexil/runtime/deps';
import type { Logger } from 'pino';
import { Recorder, type RecorderOptions } from './capture-recorder/recorder';
import type { OpenTap } from './capture-recorder/relay-tap';
import { createSettingsReader } from './config/settings';
import { type Boards, createBoards } from './scoreboard-cache/boards';

declare module '@vexil/http/deps' {
  interface Deps {
    boards: Boards;
    openTap: OpenTap;
    recorder: Recorder;
  }
}

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
    openTap: overrides.openTap ?? recorder.openTap,
    recorder,
    settings: createSettingsReader(shared),
    shared,
    strict: overrides.strict ?? process.env.NODE_ENV !== 'production',
  };
}
