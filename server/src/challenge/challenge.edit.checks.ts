import { isDeepStrictEqual } from 'node:util';
import type { ContainerCeilings } from '@vexil/contract/ceiling';
import type { ChallengeUpdateBody } from '@vexil/contract/challenge';
import { DomainError } from '@vexil/contract/errors';
import { isUnset } from '@vexil/contract/wire';
import type { Tx } from '@vexil/db';
import { hasContainer } from '@vexil/db/enums/challenge';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { Deps } from '@vexil/http/deps';
import { type CeilingBreach, findBreaches } from '@vexil/rules/ceiling.rules';
import { findContradiction, readContainerOptions } from '@vexil/rules/container-options.rules';
import { parseFlagTemplate, templateEntropyBits, templateRefusal } from '@vexil/rules/flag-template.rules';
import { findRefused } from '@vexil/rules/requires.rules';
import type { z } from 'zod';
import { hasFlags, listRequirements } from './challenge.edit.queries';

export type ChallengeUpdate = z.output<typeof ChallengeUpdateBody>;

function checkTemplate(template: string): void {
  const field = 'flagTemplate';
  switch (templateRefusal(template)) {
    case 'templateTooLong':
    case 'flagTooLong':
      throw new DomainError('challenge.templateTooLong', { field });
    case 'unstorable':
      throw new DomainError('request.invalid', { field });
    case 'tooWeak': {
      const bits = Math.floor(templateEntropyBits(parseFlagTemplate(template)));
      throw new DomainError('challenge.templateWeak', { field, params: { bits } });
    }
  }
}

const columnOf = {
  containerImage: 'containerImage',
  memoryLimit: 'memoryLimitMiB',
  cpuCount: 'cpuTenths',
  storageLimit: 'storageLimitMiB',
  networkMode: 'networkMode',
  containerOptions: 'containerOptions',
  'containerOptions.runtime': 'containerOptions',
} as const satisfies Record<CeilingBreach['field'], keyof ChallengeRow>;

/** A value above a lowered ceiling may stay while other members change. */
export function checkCeilings(before: ChallengeRow, after: ChallengeRow, ceilings: ContainerCeilings): void {
  if (!hasContainer(before.type)) return;
  const breach = findBreaches(after, ceilings).find(({ field }) => {
    const column = columnOf[field];
    return !isDeepStrictEqual(before[column], after[column]);
  });
  if (breach) throw new DomainError(breach.code, { field: breach.field, params: breach.params });
}

/** Checks in the order that clients of the wire format expect. */
export async function checkChange(
  deps: Pick<Deps, 'sealing'>,
  tx: Tx,
  challenge: ChallengeRow,
  { change, at }: { change: ChallengeUpdate; at: Date },
): Promise<void> {
  const enables = change.isEnabled && !challenge.isEnabled;
  if (enables && challenge.type !== 'DynamicContainer' && !(await hasFlags(tx, challenge.id))) {
    throw new DomainError('challenge.noFlags', { field: 'isEnabled' });
  }
  checkRelease(challenge, change, at);
  checkCurve(challenge, change);
  if (change.enableTrafficCapture && !hasContainer(challenge.type)) {
    throw new DomainError('challenge.captureNeedsContainer', { field: 'enableTrafficCapture' });
  }
  if (change.exposePort === 0 && hasContainer(challenge.type)) {
    throw new DomainError('request.invalid', { field: 'exposePort' });
  }
  if (challenge.type === 'DynamicContainer' && change.flagTemplate?.trim()) checkTemplate(change.flagTemplate);
  checkOptions(deps, challenge, change);
  await checkLinks(tx, challenge, change);
}

async function checkLinks(tx: Tx, { id, gameId }: ChallengeRow, { requires, next }: ChallengeUpdate): Promise<void> {
  if (!requires && !next) return;
  const challenges = await listRequirements(tx, gameId);
  if (next === id) throw new DomainError('request.invalid', { field: 'next' });
  if (next && !challenges.some((one) => one.id === next)) {
    throw new DomainError('division.challengeUnknown', { field: 'next' });
  }
  const refused = requires && findRefused(challenges, id, requires);
  if (!refused) return;
  const field = `requires.challengeIds.${refused.index}`;
  throw new DomainError(refused.why === 'circular' ? 'challenge.requiresItself' : 'division.challengeUnknown', {
    field,
  });
}

/** Port and template may change in the same request. */
function checkOptions({ sealing }: Pick<Deps, 'sealing'>, challenge: ChallengeRow, change: ChallengeUpdate): void {
  if (!hasContainer(challenge.type)) return;
  const options = change.containerOptions ?? readContainerOptions(challenge.containerOptions);
  const exposePort = change.exposePort ?? challenge.exposePort;
  const stored = challenge.flagTemplateSealed;
  const flagTemplate = change.flagTemplate ?? (stored === null ? null : sealing.unseal(stored));
  const field = findContradiction({ type: challenge.type, exposePort, flagTemplate }, options);
  if (!field) return;
  // The page of the template changes nothing else.
  const isOfTemplate = field === 'containerOptions.rotateFlag' && change.flagTemplate && !change.containerOptions;
  throw new DomainError('challenge.optionNotPossible', { field: isOfTemplate ? 'flagTemplate' : field });
}

function checkCurve(challenge: ChallengeRow, change: ChallengeUpdate): void {
  const minimum = change.minimumScore ?? challenge.minimumScore;
  const curve = change.curve ?? challenge.curve;
  if (curve !== 'Linear' && curve !== 'Logarithmic') return;
  if (minimum <= (change.originalScore ?? challenge.originalScore)) return;
  // Members that stay do not stand in the way of others, as where a package has brought such a curve.
  const field = (['minimumScore', 'originalScore', 'curve'] as const).find((name) => (change[name] ?? null) !== null);
  if (field) throw new DomainError('challenge.minimumAbove', { field });
}

/** A plan of the past would show the challenge at once, which a mistyped date must not. */
function checkRelease(challenge: ChallengeRow, { releaseUtc, isEnabled }: ChallengeUpdate, at: Date): void {
  if (!releaseUtc || isUnset(releaseUtc) || releaseUtc === challenge.releaseAt?.getTime()) return;
  const field = 'releaseUtc';
  if (isEnabled ?? challenge.isEnabled) throw new DomainError('challenge.releaseEnabled', { field });
  if (releaseUtc <= at.getTime()) throw new DomainError('challenge.releasePast', { field });
}
