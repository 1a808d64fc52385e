import { containerJobs } from '@vexil/contract/container';
import { solverJobs } from '@vexil/contract/solver';
import { repeatSolverCheck } from '@vexil/data/solver/checks.queries';
import { type FlagMatch, isDynamic } from '@vexil/db/enums/challenge';
import type { ContainerRow } from '@vexil/db/schema/container';
import { EngineError, type RunResult } from '@vexil/engine/engine';
import { findImageBreaches } from '@vexil/rules/ceiling.rules';
import { readSolver, solverCommand, solverOutputBytesMax, solverSize } from '@vexil/rules/solver.rules';
import { findsFlag } from '@vexil/runtime/flag-match';
import { inTransaction } from '@vexil/runtime/transaction';
import { readCeilings } from '../container/container.queries';
import type { WorkerDeps, WorkerEngine } from '../deps';
import { handle } from '../run-job';
import { checkFlagOf } from './check-flag';
import { type CheckEnd, endCheck, stopInstance } from './end-check';
import { beginRun, type CheckOrder, findRunningCheck, listSealedFlags } from './solver.queries';

interface SolverFlag {
  match: FlagMatch;
  stored: string;
}

const attemptsMax = 2;

/** Runs a solver beside its instance, and compares what it wrote with the flag of the instance. */
export const runSolver = handle(solverJobs.run, async (deps, { checkId }, { signal }) => {
  const order = await findRunningCheck(deps.db, checkId);
  if (order?.container?.state !== 'running') return;
  const { check, container } = order;
  const reached = deps.engines.get(container.engine ?? '');
  if (!reached) return;
  // The instance of a begun run is not fresh any more.
  if (!(await beginRun(deps.db, check, deps.clock.now()))) return endLost(deps, order, container);
  await endCheck(deps, order, await solve(deps, { ...order, container }, reached, signal));
});

async function solve(
  deps: WorkerDeps,
  order: CheckOrder & { container: ContainerRow },
  reached: WorkerEngine,
  signal: AbortSignal,
): Promise<CheckEnd> {
  const { challenge, container } = order;
  const script = challenge.solverScriptSealed && deps.sealing.unseal(challenge.solverScriptSealed);
  const solver = readSolver(challenge.solver, script);
  if (solver === null) return { result: 'error', error: 'noSolver' };
  const [breach] = findImageBreaches(solver.image, challenge.gameId, await readCeilings(deps.db));
  if (breach) return { result: 'error', error: breach.code };
  const command = solverCommand(solver);
  try {
    const result = await reached.engine.run(
      {
        id: deps.random.uuid(),
        target: container.id,
        image: solver.image.trim(),
        ...(command === undefined ? {} : { command }),
        env: { HOST: 'main', PORT: `${challenge.exposePort}` },
        ...solverSize,
        timeoutMs: solver.timeoutSeconds * 1000,
        outputBytesMax: solverOutputBytesMax,
      },
      signal,
    );
    return endOf(deps, result, await readFlags(deps, order.container, challenge));
  } catch (error) {
    // A worker that has to end leaves the check to another one.
    if (!(error instanceof EngineError) || error.code === 'aborted') throw error;
    const { gameId, id: challengeId } = challenge;
    const details = { event: 'solver.run_failed', gameId, challengeId, code: error.code, reason: error.message };
    deps.log.warn(details, 'A solver could not be run');
    return { result: 'error', error: error.code };
  }
}

async function readFlags(
  { db, sealing }: WorkerDeps,
  { id }: ContainerRow,
  challenge: CheckOrder['challenge'],
): Promise<SolverFlag[]> {
  if (isDynamic(challenge.type)) return [{ match: 'Exact', stored: checkFlagOf(sealing, id, challenge) }];
  const listed = await listSealedFlags(db, challenge.id);
  return listed.map(({ sealed, match }) => ({ match, stored: sealing.unseal(sealed) }));
}

function endOf(
  { sealing }: WorkerDeps,
  { output, exitCode, timedOut }: RunResult,
  flags: readonly SolverFlag[],
): CheckEnd {
  const isPassed = flags.some((flag) => findsFlag(output, flag));
  const result = isPassed ? 'passed' : timedOut ? 'timedOut' : 'failed';
  return { result, exitCode, outputSealed: sealing.seal(output) };
}

/** The worker that ran it is lost: once more with another instance, then it has failed. */
async function endLost(deps: WorkerDeps, order: CheckOrder, container: ContainerRow): Promise<void> {
  const { check, challenge } = order;
  const { solver } = challenge;
  if (check.attempts >= attemptsMax || solver === null) {
    return endCheck(deps, order, { result: 'error', error: 'workerLost' });
  }
  const again = { challenge: { ...challenge, solver }, accountId: check.accountId, at: deps.clock.now() };
  await inTransaction(deps, async (work) => {
    await repeatSolverCheck(work.tx, deps.random, check, again);
    work.job(containerJobs.place, {});
  });
  const { gameId, id: challengeId } = challenge;
  deps.log.warn({ event: 'solver.repeated', gameId, challengeId }, 'Repeating a check of a lost worker');
  await stopInstance(deps, container.id);
}
