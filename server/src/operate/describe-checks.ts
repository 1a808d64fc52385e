import type { CheckResult, GameCheckResult } from '@vexil/contract/doctor';

/** A line per check, and what to do below it. */
export const describeChecks = (checks: readonly (CheckResult | GameCheckResult)[]): string[] =>
  checks.flatMap(({ part, state, message, advice }) => [
    `${state.padEnd(8)} ${part.padEnd(11)} ${message}`,
    ...(advice !== null && state !== 'ok' ? [`${' '.repeat(21)}→ ${advice}`] : []),
  ]);
