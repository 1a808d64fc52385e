// The steps of a dry run, in order. One that fails does not end the run: later steps say what else is wrong.

import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckCode } from '@vexil/contract/doctor';
import type { Language } from '@vexil/contract/languages';
import { challengeTypes } from '@vexil/db/enums/challenge';
import type { Deps } from '@vexil/http/deps';
import { inTransaction } from '@vexil/runtime/transaction';
import { addNotice } from '../../notice/notice.service';
import { type Finding, fault, ok, reasonOf, unknown } from '../check';
import { type LiveListener, listenLive } from '../live-listener';
import { checkInstance } from './check-instance';
import { type CheckPlayer, send } from './check-player';
import { type CheckCopy, type CopiedChallenge, runsContainer } from './game-check.copy';
import { findFlagSealed } from './game-check.queries';

export interface DryRun {
  deps: Deps;
  copy: CheckCopy;
  player: CheckPlayer;
  language: Language;
  signal: AbortSignal;
  report(finding: Finding): Promise<void>;
}

const verdictMsMax = 20_000;
const messageMsMax = 10_000;
const boardMsMax = 10_000;
/** Instances that would start later are left out. */
const instancesMsMax = 8 * 60_000;
const pollMs = 100;

const pathOf = ({ copy }: DryRun, rest: string) => `/api/game/${copy.gameId}${rest}`;

/** Polls until the value is there; undefined when the time is over. */
async function within<T>(timeoutMs: number, read: () => Promise<T | undefined>): Promise<T | undefined> {
  for (const deadline = performance.now() + timeoutMs; ; await sleep(pollMs)) {
    const value = await read();
    if (value !== undefined || performance.now() > deadline) return value;
  }
}

async function checkAccount({ player }: DryRun): Promise<Finding> {
  await send(player, 'GET', '/api/account/profile');
  return ok('dryRun.account', { origin: player.origin });
}

async function checkChallenges(run: DryRun): Promise<Finding> {
  const { challengeCount } = (await send(run.player, 'GET', pathOf(run, '/details'))) as { challengeCount: number };
  const expected = run.copy.challenges.length;
  return challengeCount === expected
    ? ok('dryRun.challenges', { count: expected })
    : fault('dryRun.challengesMissing', { count: challengeCount, expected });
}

async function checkNotice({ deps, copy }: DryRun, live: LiveListener): Promise<Finding> {
  const since = performance.now();
  const { id } = await inTransaction(deps, (work) =>
    addNotice(deps, work, { gameId: copy.gameId, type: 'Normal', values: ['Check'] }),
  );
  const isIt = (payload: unknown) => (payload as { id?: number } | null)?.id === id;
  return ok('dryRun.notice', { ms: await live.until('ReceivedGameNotice', isIt, since, messageMsMax) });
}

async function submit(run: DryRun, { id }: CopiedChallenge, flag: string): Promise<{ verdict: string; ms: number }> {
  const since = performance.now();
  const submissionId = await send(run.player, 'POST', pathOf(run, `/challenges/${id}`), { flag });
  const verdict = await within(verdictMsMax, async () => {
    const status = await send(run.player, 'GET', pathOf(run, `/challenges/${id}/status/${submissionId}`));
    return status === 'FlagSubmitted' ? undefined : String(status);
  });
  return { verdict: verdict ?? 'FlagSubmitted', ms: Math.round(performance.now() - since) };
}

async function checkWrongFlag(run: DryRun, challenge: CopiedChallenge): Promise<Finding> {
  const { verdict, ms } = await submit(run, challenge, `check{${run.deps.random.uuid()}}`);
  const params = { challenge: challenge.title, ms };
  if (verdict === 'FlagSubmitted') return fault('dryRun.unjudged', params);
  return verdict === 'WrongAnswer' ? ok('dryRun.wrongFlag', params) : fault('dryRun.wrongFlagTaken', params);
}

async function checkRightFlag(run: DryRun, challenge: CopiedChallenge): Promise<Finding> {
  const { deps, copy } = run;
  const named = { challenge: challenge.title };
  // Opening it hands out the flag of the team.
  await send(run.player, 'GET', pathOf(run, `/challenges/${challenge.id}`));
  const sealed = await findFlagSealed(deps.db, { participationId: copy.participationId, challengeId: challenge.id });
  if (sealed === undefined) return fault('dryRun.noFlag', named);
  const { verdict, ms } = await submit(run, challenge, deps.sealing.unseal(sealed));
  if (verdict === 'FlagSubmitted') return fault('dryRun.unjudged', { ...named, ms });
  return verdict === 'Accepted' ? ok('dryRun.rightFlag', { ...named, ms }) : fault('dryRun.rightFlagRefused', named);
}

interface Board {
  items: { id: number; score: number }[];
}

async function checkBoard(run: DryRun): Promise<Finding> {
  const since = performance.now();
  const own = await within(boardMsMax, async () => {
    const { items } = (await send(run.player, 'GET', pathOf(run, '/scoreboard'))) as Board;
    return items.find(({ id, score }) => id === run.copy.teamId && score > 0);
  });
  return own ? ok('dryRun.board', { ms: Math.round(performance.now() - since) }) : fault('dryRun.boardMissing');
}

/** A check of the copy, and the code of its own failure. */
type Step = (
  failed: CheckCode,
  ask: () => Promise<Finding>,
  params?: Finding['params'],
) => Promise<Finding | undefined>;

async function checkLive(run: DryRun, step: Step): Promise<void> {
  let live: LiveListener | undefined;
  await step('dryRun.liveFails', async () => {
    live = await listenLive(run.player, `?game=${run.copy.gameId}&live=1`);
    return ok('dryRun.live');
  });
  const opened = live;
  if (!opened) return;
  await step('dryRun.noticeFails', () => checkNotice(run, opened));
  opened.close();
}

async function checkInstances(run: DryRun, step: Step): Promise<void> {
  const challenges = run.copy.challenges.filter(runsContainer);
  const since = performance.now();
  for (const [at, challenge] of challenges.entries()) {
    if (performance.now() - since > instancesMsMax) {
      await run.report(unknown('dryRun.instancesLeft', { count: challenges.length - at }));
      return;
    }
    await step('dryRun.instanceFails', () => checkInstance(run, challenge), { challenge: challenge.title });
  }
}

/** One challenge of each type, because types differ in where the flag comes from. */
async function checkSubmissions(run: DryRun, step: Step): Promise<void> {
  const chosen = challengeTypes.flatMap((type) => run.copy.challenges.find((one) => one.type === type) ?? []);
  const [first] = chosen;
  if (!first) return;
  const submitting = (challenge: CopiedChallenge, ask: typeof checkRightFlag) =>
    step('dryRun.submissionFails', () => ask(run, challenge), { challenge: challenge.title });
  await submitting(first, checkWrongFlag);
  let isSolved = false;
  for (const challenge of chosen) {
    const finding = await submitting(challenge, checkRightFlag);
    isSolved ||= finding?.code === 'dryRun.rightFlag';
  }
  if (isSolved) await step('dryRun.boardFails', () => checkBoard(run));
}

/** Reports each step when it is done. Instances come first, because some challenges hand out their flag with them. */
export async function runDry(run: DryRun): Promise<void> {
  const step: Step = async (failed, ask, params) => {
    if (run.signal.aborted) return undefined;
    const finding = await ask().catch((error: unknown) => fault(failed, { ...params, reason: reasonOf(error) }));
    await run.report(finding);
    return finding;
  };
  const account = await step('dryRun.accountFails', () => checkAccount(run));
  if (account?.state !== 'ok') return;
  await step('dryRun.challengesFail', () => checkChallenges(run));
  await checkLive(run, step);
  await checkInstances(run, step);
  await checkSubmissions(run, step);
}
