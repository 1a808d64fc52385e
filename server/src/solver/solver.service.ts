import { containerJobs } from '@vexil/contract/container';
import { DomainError } from '@vexil/contract/errors';
import type { SolverSettings } from '@vexil/contract/solver';
import { createSolverCheck } from '@vexil/data/solver/checks.queries';
import type { Executor } from '@vexil/db';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { Deps } from '@vexil/http/deps';
import { inTransaction } from '@vexil/runtime/transaction';
import { type Author, audit } from '../audit/audit.service';
import { type ChallengeId, getChallenge, lockChallenge } from '../challenge/challenge.edit.service';
import { requireContainer, setSolverIn } from '../challenge/challenge.solver.service';
import { getContainerCeilings } from '../config/config.service';
import { requireQueueRoom } from '../container/container.wait';
import { getGame, lockGame } from '../game/game.service';
import { type CheckWithFacts, findOutput, listChecks } from './solver.queries';

export interface LoadedSolver {
  challenge: ChallengeRow;
  checks: CheckWithFacts[];
}

async function loadChallenge({ db }: Pick<Deps, 'db'>, id: ChallengeId): Promise<ChallengeRow> {
  await getGame(db, id.gameId);
  return requireContainer(await getChallenge(db, id));
}

const load = async (db: Executor, challenge: ChallengeRow): Promise<LoadedSolver> => ({
  challenge,
  checks: await listChecks(db, challenge.id),
});

export async function readChallengeSolver(deps: Deps, id: ChallengeId): Promise<LoadedSolver> {
  return load(deps.db, await loadChallenge(deps, id));
}

export async function setSolver(
  deps: Deps,
  by: Author,
  id: ChallengeId,
  settings: SolverSettings | null,
): Promise<LoadedSolver> {
  const ceilings = await getContainerCeilings(deps);
  return inTransaction(deps, async ({ tx }) => {
    await lockGame(tx, id.gameId);
    const challenge = await lockChallenge(tx, id);
    return load(tx, await setSolverIn(deps, tx, { by, challenge, settings, ceilings }));
  });
}

export async function checkNow(
  deps: Deps,
  { by, id, at }: { by: Author; id: ChallengeId; at: Date },
): Promise<LoadedSolver> {
  const challenge = await loadChallenge(deps, id);
  const { solver } = challenge;
  if (solver === null) throw new DomainError('solver.none');
  if (challenge.containerImage.trim() === '')
    throw new DomainError('challenge.imageMissing', { field: 'containerImage' });
  if (deps.config.containerEngine === 'none') throw new DomainError('container.noEngine');
  await requireQueueRoom(deps, at);
  return inTransaction(deps, async (work) => {
    const checked = { ...challenge, solver };
    const created = await createSolverCheck(work.tx, deps.random, { challenge: checked, accountId: by.accountId, at });
    if (created) {
      const target = `challenge:${challenge.id}`;
      await audit(work.tx, {
        by,
        gameId: id.gameId,
        action: 'challenge.checkSolver',
        target,
        after: { image: solver.image },
      });
      work.job(containerJobs.place, {});
    }
    return load(work.tx, challenge);
  });
}

/** Throws `solver.checkNotFound`. */
export async function readOutput(deps: Deps, id: ChallengeId & { checkId: number }): Promise<string | null> {
  const found = await findOutput(deps.db, id);
  if (!found) throw new DomainError('solver.checkNotFound');
  return found.outputSealed === null ? null : deps.sealing.unseal(found.outputSealed);
}
