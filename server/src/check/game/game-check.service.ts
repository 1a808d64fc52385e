import { setTimeout as sleep } from 'node:timers/promises';
import type { Language } from '@vexil/contract/languages';
import type { Deps } from '@vexil/http/deps';
import { aliveEveryMs, deleteCopy, isAlive, sayAlive, stopCopy } from '@vexil/runtime/game-check';
import { inTransaction } from '@vexil/runtime/transaction';
import { type Author, audit, type Operator } from '../../audit/audit.service';
import { getGame } from '../../game/game.service';
import { type Finding, fault, ok, reasonOf } from '../check';
import { findOrigin } from '../echo';
import { checkChecklist, checkFiles, checkFlags } from './check-contents';
import { playerAt } from './check-player';
import { runDry } from './dry-run';
import { type CheckCopy, createCopy } from './game-check.copy';
import { type CheckState, findState, saveState } from './game-check.state';

export interface CheckOrder {
  gameId: number;
  by: Author | Operator;
  language: Language;
  /** Where a server of this machine listens, in place of PUBLIC_URL; null where none does. */
  ownOrigin: string | null;
  signal: AbortSignal;
  onFinding?: (finding: Finding) => void;
}

const stopMsMax = 30_000;
const pollMs = 500;

/** Waits a while for instances to stop; workers remove what still runs then as leftovers. */
async function remove(deps: Deps, copyId: number): Promise<void> {
  const deadline = performance.now() + stopMsMax;
  while (!(await stopCopy(deps, copyId)) && performance.now() < deadline) await sleep(pollMs);
  await deleteCopy(deps, copyId);
}

async function play(deps: Deps, order: CheckOrder, copy: CheckCopy, report: (finding: Finding) => Promise<void>) {
  const { gameId, language, signal } = order;
  for (const check of [checkChecklist, checkFlags, checkFiles])
    for (const finding of await check(deps, gameId)) await report(finding);
  const origin = await findOrigin(deps, order.ownOrigin);
  if (origin === undefined) return report(fault('dryRun.noServer'));
  await runDry({ deps, copy, player: playerAt(origin, copy.token, language), language, signal, report });
}

const countOf = (findings: readonly Finding[], state: Finding['state']) =>
  findings.filter((one) => one.state === state).length;

async function run(deps: Deps, order: CheckOrder, copy: CheckCopy, state: CheckState): Promise<Finding[]> {
  const { gameId, by, onFinding } = order;
  const { findings } = state;
  const report = async (finding: Finding) => {
    findings.push(finding);
    onFinding?.(finding);
    await saveState(deps, gameId, state).catch(() => undefined);
  };
  const alive = () => sayAlive(deps, copy.gameId).catch(() => undefined);
  const timer = setInterval(alive, aliveEveryMs);
  try {
    await play(deps, order, copy, report).catch((error: unknown) =>
      report(fault('dryRun.interrupted', { reason: reasonOf(error) })),
    );
    await remove(deps, copy.gameId).then(
      () => report(ok('dryRun.removed')),
      (error: unknown) => report(fault('dryRun.notRemoved', { reason: reasonOf(error) })),
    );
  } finally {
    clearInterval(timer);
  }
  const after = { faults: countOf(findings, 'fault'), warnings: countOf(findings, 'warning'), checks: findings.length };
  await inTransaction(deps, ({ tx }) =>
    audit(tx, { by, gameId, action: 'game.check', target: `game:${gameId}`, after }),
  );
  state.finishedAt = deps.clock.now().getTime();
  await saveState(deps, gameId, state);
  return findings;
}

/**
 * Begins a check of a game. Throws `game.notFound`, and `gameCheck.runs` while another one runs.
 * @returns its first state, and its end, which never rejects for what the check finds
 */
export async function startGameCheck(
  deps: Deps,
  order: CheckOrder,
): Promise<{ state: CheckState; ended: Promise<Finding[]> }> {
  await getGame(deps.db, order.gameId);
  const copy = await createCopy(deps, order.gameId);
  await sayAlive(deps, copy.gameId);
  const startedAt = deps.clock.now().getTime();
  const state: CheckState = { startedAt, finishedAt: null, findings: [], copyId: copy.gameId };
  await saveState(deps, order.gameId, state);
  return { state: { ...state, findings: [] }, ended: run(deps, order, copy, state) };
}

/** The last one of a day; one whose process died counts as ended. Throws `game.notFound`. */
export async function readGameCheck(deps: Deps, gameId: number): Promise<CheckState | null> {
  await getGame(deps.db, gameId);
  const state = await findState(deps, gameId);
  if (!state) return null;
  if (state.finishedAt !== null || (await isAlive(deps, state.copyId))) return state;
  const lost = fault('dryRun.interrupted', { reason: 'the process ended' });
  return { ...state, finishedAt: state.startedAt, findings: [...state.findings, lost] };
}
