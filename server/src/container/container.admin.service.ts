import { DomainError } from '@vexil/contract/errors';
import type { QueuePosition } from '@vexil/data/container/placement.queries';
import { isAtLeast } from '@vexil/db/enums/account';
import { liveContainerStates } from '@vexil/db/enums/container';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { announceStops } from '@vexil/runtime/container-announce';
import { inTransaction } from '@vexil/runtime/transaction';
import { type Author, audit } from '../audit/audit.service';
import { isStaff, organisesAnyGame } from '../play/staff.policy';
import { type ContainerWithOwner, listFailedStarts, listLiveTeamContainers } from './container.admin.queries';
import { requestLog } from './container.log';
import { findContainer, updateLiveContainer } from './container.queries';
import { readQueueOf, waitForStop } from './container.wait';

export interface OwnedContainer extends ContainerWithOwner {
  queued: QueuePosition | undefined;
}

/** Administrators see all games, organisers their own. Throws `account.forbidden`. */
export async function readTeamContainers(deps: Pick<Deps, 'db' | 'clock'>, actor: Actor): Promise<OwnedContainer[]> {
  if (!(await organisesAnyGame(deps, actor))) throw new DomainError('account.forbidden');
  const found = await listLiveTeamContainers(deps.db, isAtLeast(actor.role, 'Admin') ? null : actor.id);
  const rows = found.map(({ container }) => container);
  const queue = await readQueueOf(deps, rows, deps.clock.now());
  return found.map((one) => ({ ...one, queued: queue.get(one.container.id) }));
}

const failuresShownMs = 24 * 60 * 60 * 1000;

/** As `readTeamContainers`. */
export async function readFailedStarts(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
): Promise<ContainerWithOwner[]> {
  if (!(await organisesAnyGame({ db }, actor))) throw new DomainError('account.forbidden');
  const organiserId = isAtLeast(actor.role, 'Admin') ? null : actor.id;
  return listFailedStarts(db, { organiserId, since: new Date(clock.now().getTime() - failuresShownMs) });
}

/** Callers who organise no game get `account.forbidden` for an unknown id, so that they cannot probe ids. */
async function getStoppable(deps: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<ContainerRow> {
  const row = await findContainer(deps.db, id);
  const allowed = row ? await isStaff(deps, actor, row.gameId, 'organiser') : await organisesAnyGame(deps, actor);
  if (!allowed) throw new DomainError('account.forbidden');
  if (!row || !(liveContainerStates as readonly string[]).includes(row.state)) {
    throw new DomainError('container.notFound');
  }
  return row;
}

/** null when no worker answered. Throws `account.forbidden` or `container.notFound`. */
export async function readContainerLog(deps: Deps, actor: Actor, id: string): Promise<string | null> {
  return requestLog(deps, await getStoppable(deps, actor, id));
}

/** Resolves when it is gone. Throws `account.forbidden`, `container.notFound` or `container.stopFailed`. */
export async function destroyAnyContainer(deps: Deps, actor: Actor, by: Author, id: string): Promise<void> {
  const found = await getStoppable(deps, actor, id);
  await inTransaction(deps, async (work) => {
    const row = await updateLiveContainer(work.tx, id, { state: 'stopping', endReason: 'staff' });
    if (!row) throw new DomainError('container.notFound');
    const { gameId, participationId } = row;
    const [before, after] = [{ state: found.state }, { state: 'stopping', participationId }];
    await audit(work.tx, { by, gameId, action: 'container.destroy', target: `container:${id}`, before, after });
    announceStops(deps, work, [row]);
  });
  await waitForStop(deps, id);
}
