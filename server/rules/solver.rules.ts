import { SolverSettings } from '@vexil/contract/solver';
import type { SolverSettings as Stored } from '@vexil/db/enums/container';
import { clockOf, gamePhase, type StoredClock } from './phase.rules';

const minuteMs = 60_000;
const openingLeadMs = 30 * minuteMs;
/** For the pull of its image, beside its own time. */
const pullMs = 10 * minuteMs;

export const solverSize = { memoryMiB: 512, cpuTenths: 10 };
export const solverOutputBytesMax = 16 * 1024;
/** Kept per challenge. */
export const solverChecksMax = 20;
/** Scheduled checks of the deployment at once: before a start all challenges are due together. */
export const solverChecksAtOnce = 4;

/** null without a solver, and for a stored value that no longer fits the schema. */
export function readSolver(stored: Stored | null, script: string | null): SolverSettings | null {
  return SolverSettings.nullable().safeParse(stored && { ...stored, script: script ?? '' }).data ?? null;
}

/** undefined leaves what the image starts. */
export function solverCommand({ command, script }: Pick<SolverSettings, 'command' | 'script'>): string[] | undefined {
  if (script !== '') return [...(command.length > 0 ? command : ['sh', '-c']), script];
  return command.length > 0 ? command : undefined;
}

/** After which the instance ends, whatever became of the check. */
export const solverInstanceMs = ({ timeoutSeconds }: Pick<Stored, 'timeoutSeconds'>): number =>
  timeoutSeconds * 1000 + pullMs;

interface Scheduled {
  isEnabled: boolean;
  releaseAt: Date | null;
  everyMinutes: number;
  game: StoredClock;
  lastRequestedAt: Date | null;
}

/** Once before teams see the challenge, then as often as its solver says, until the game is over. */
export function isCheckDue(
  { isEnabled, releaseAt, everyMinutes, game, lastRequestedAt }: Scheduled,
  now: Date,
): boolean {
  const at = now.getTime();
  const start = game.startAt.getTime();
  const isDoneSince = (time: number) => lastRequestedAt !== null && lastRequestedAt.getTime() >= time;
  const phase = gamePhase(clockOf(game), at);
  if (phase === 'Ended') return false;
  if (isEnabled && phase !== 'Upcoming') return everyMinutes > 0 && !isDoneSince(at - everyMinutes * minuteMs);
  if (!isEnabled && releaseAt === null) return false;
  const opensAt = isEnabled ? start : Math.max(start, releaseAt?.getTime() ?? 0);
  return at >= opensAt - openingLeadMs && at < opensAt && !isDoneSince(opensAt - openingLeadMs);
}
