import type { Room } from '@vexil/contract/live';
import type { Deps } from '@vexil/http/deps';
import { createBatcher } from '@vexil/http/reads/batch';
import { termsOf } from '@vexil/runtime/consent-text';
import { type ConnectionRequest, roomsFor } from './live.policy';
import { loadAccessFacts } from './live.queries';

/** Resolves the rooms that a connection may join now; null when it may not stay open. */
export type ResolveRooms = (asked: ConnectionRequest) => Promise<Room[] | null>;

/** Permissions are read for many at once: thousands of clients reconnect together after a restart. */
export const createAccess = (deps: Pick<Deps, 'db' | 'clock' | 'settings'>): ResolveRooms =>
  createBatcher({
    async run(asked) {
      const now = deps.clock.now();
      const settings = await deps.settings.read();
      const { factorRequiredOf, factorRequiredFrom, fields } = settings.accountPolicy;
      const required = now.getTime() < factorRequiredFrom ? 'None' : factorRequiredOf;
      const terms = termsOf(settings)?.hash ?? null;
      const facts = await loadAccessFacts(deps.db, asked, { now, required, terms, fields });
      return asked.map((one) => roomsFor(one, facts));
    },
    sizeMax: 500,
  });
