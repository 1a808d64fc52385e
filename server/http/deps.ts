import type { Server } from 'node:http';
// For `request.ws`.
import type {} from '@fastify/websocket';
import type { Settings } from '@vexil/contract/settings';
import type { BaseDeps } from '@vexil/runtime/deps';
import type { DiskSpace } from './guard/free-space';
import type { SharedValues } from './reads/shared-values';

export interface SettingsReader {
  read(): Promise<Settings>;
}

/** The server declares what its features add where it makes them, so this package knows none of them. */
export interface Deps extends BaseDeps {
  diskSpace: DiskSpace;
  settings: SettingsReader;
  shared: SharedValues;
  /** Errors a route does not declare answer 500 here, so that tests and development reveal them. */
  strict: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps;
    /** Requests and upgrades for the platform itself are events of it; `server` has those for instances as well. */
    platform: Server;
  }
}
