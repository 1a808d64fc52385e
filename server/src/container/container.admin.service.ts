import { containerJobs } from '@vexil/contract/container';
import { DomainError } from '@vexil/contract/errors';
import { type QueuePosition, readQueue } from '@vexil/data/container/placement.queries';
import { isAtLeast } from '@vexil/db/enums/account';
import { liveContainerStates } from '@vexil/db/enums/container';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { announceContainers } from '@vexil/runtime/container-announce';
import { inTransaction } from '@vexil/runtime/transaction';
import { type Author, audit } from '../audit/audit.service';
import { isStaff, organisesAnyGame } from '../play/staff.policy';
import { type ContainerWithOwner, listLiveTeamContainers } from './container.admin.queries';
import { requestLog } from './container.log';
import { findContainer, updateLiveContainer } from './container.queries';
import { isWaiting } from './container.start';
import { waitForContainer } from './container.wait';

const stopWaitMs = 40_000;

export interface OwnedContainer extends ContainerWithOwner {
  place: QueuePosition | undefined;
}

/** Administrators see all games, organisers their own. Throws `account.forbidden`. */
export async function readTeamContainers(deps: Pick<Deps, 'db' | 'clock'>, actor: Actor): Promise<OwnedContainer[]> {
  if (!(await organisesAnyGame(deps, actor))) throw new DomainError('account.forbidden');
  const found = await listLiveTeamContainers(deps.db, isAtLeast(actor.role, 'Admin') ? null : actor.id);
  const hasQueued = found.some(({ container }) => isWaiting(container));
  const queue = hasQueued ? await readQueue(deps.db, deps.clock.now()) : undefined;
  return found.map((one) => ({ ...one, place: queue?.get(one.container.id) }));
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
    work.job(containerJobs.stop, { containerId: id });
    work.after(() => announceContainers(deps, [row]));
  });
  const ended = await waitForContainer(deps, id, ['destroyed', 'failed'], stopWaitMs);
  if (ended?.state !== 'stopping') return;
  const { gameId, challengeId, participationId } = ended;
  const facts = { gameId, challengeId, participationId, status: 'Failed' };
  deps.log.warn({ event: 'container.stop_timed_out', ...facts }, 'Container was not stopped within 40 s');
  throw new DomainError('container.stopFailed');
}
