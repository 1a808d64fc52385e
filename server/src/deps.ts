import type { Settings } from '@vexil/contract/settings';
import type { BaseDeps } from '@vexil/runtime/deps';
import type { Recorder } from './capture-recorder/recorder';
import type { ContainerMoves } from './container-moves';
import type { DiskSpace } from './disk-space';
import type { OpenTap } from './relay-tap';
import type { Boards } from './scoreboard-cache/boards';
import type { SharedValues } from './shared-reply/shared-values';

export interface SettingsReader {
  read(): Promise<Settings>;
}

export interface Deps extends BaseDeps {
  boards: Boards;
  containerMoves: ContainerMoves;
  diskSpace: DiskSpace;
  openTap: OpenTap;
  recorder: Recorder;
  settings: SettingsReader;
  shared: SharedValues;
  /** Errors a route does not declare answer 500 here, so that tests and development reveal them. */
  strict: boolean;
}
