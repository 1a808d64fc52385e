import type { ErrorCode } from '@vexil/contract/errors';
import { parseImageName } from '@vexil/contract/image.rules';
import type { Language } from '@vexil/contract/languages';
import type { ChallengeSolver, SolverCheck } from '@vexil/contract/solver';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { Sealing } from '@vexil/db/sealing';
import { errorText } from '@vexil/http/reply/i18n';
import { readSolver } from '@vexil/rules/solver.rules';
import { organiserFailure } from '../container/container.failure';
import type { CheckWithFacts } from './solver.queries';
import type { LoadedSolver } from './solver.service';

/** Reasons of the run itself. */
const codes: Partial<Record<string, ErrorCode>> = {
  imageMissing: 'container.imageMissing',
  imageDenied: 'container.imageDenied',
  imagePullFailed: 'container.imagePullFailed',
  'challenge.imageInvalid': 'challenge.imageInvalid',
  'challenge.imageNotAllowed': 'challenge.imageNotAllowed',
  noSolver: 'solver.none',
  workerLost: 'solver.workerLost',
  notRunning: 'solver.instanceEnded',
};

function reasonOf({ check, container }: CheckWithFacts, challenge: ChallengeRow, language: Language): string | null {
  if (check.result !== 'error') return null;
  if (check.startedAt === null && container !== null) {
    const { code, options } = organiserFailure(container, challenge);
    return errorText(code, language, options.params);
  }
  const code = codes[check.error ?? ''] ?? (container?.endReason === check.error ? 'solver.instanceEnded' : undefined);
  return errorText(code ?? 'solver.runFailed', language, {
    image: check.image,
    registry: parseImageName(check.image)?.registry ?? check.image,
  });
}

function viewCheck(seen: CheckWithFacts, challenge: ChallengeRow, language: Language): SolverCheck {
  const { check, userName } = seen;
  return {
    id: check.id,
    result: check.result,
    userName,
    reason: reasonOf(seen, challenge, language),
    exitCode: check.exitCode,
    requestedAt: check.requestedAt.getTime(),
    startedAt: check.startedAt?.getTime() ?? null,
    endedAt: check.endedAt?.getTime() ?? null,
  };
}

export function viewChallengeSolver(
  { challenge, checks }: LoadedSolver,
  sealing: Sealing,
  language: Language,
): ChallengeSolver {
  const script = challenge.solverScriptSealed && sealing.unseal(challenge.solverScriptSealed);
  return {
    solver: readSolver(challenge.solver, script),
    checks: checks.map((check) => viewCheck(check, challenge, language)),
  };
}
