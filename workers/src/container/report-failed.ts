import type { ContainerRow } from '@vexil/db/schema/container';
import { announceContainers } from '@vexil/runtime/container-announce';
import type { WorkerDeps } from '../deps';
import { countStart } from './container.metrics';
import { listNames } from './container.queries';

/**
 * Counts, announces and logs starts that have failed for good. The log names challenge, team and game as staff know
 * them, and no id of a container, which gives access to the proxy. `reason` is what the engine said.
 */
export async function reportFailed(deps: WorkerDeps, rows: readonly ContainerRow[], reason?: string): Promise<void> {
  await announceContainers(deps, rows);
  const names = await listNames(
    deps.db,
    rows.map(({ id }) => id),
  );
  for (const row of rows) {
    const { id, gameId, challengeId, participationId, engine, endReason: code } = row;
    countStart(deps, row, code ?? '');
    const { challenge, team, game, teamId, userName } = names.get(id) ?? {};
    const facts = { gameId, challengeId, teamId, participationId, userName, engine, code, reason, status: 'Failed' };
    const owner = team ? ` for the team ${team}` : '';
    deps.log.warn(
      { event: 'container.start_failed', ...facts },
      `A container of ${challenge} in ${game} did not start${owner}: ${reason ?? code}`,
    );
  }
}
