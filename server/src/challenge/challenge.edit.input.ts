import { isDeepStrictEqual } from 'node:util';
import type { ContainerCeilings } from '@vexil/contract/ceiling';
import type { ChallengeUpdateBody } from '@vexil/contract/challenge';
import { DomainError } from '@vexil/contract/errors';
import { isUnset } from '@vexil/contract/wire';
import type { Tx } from '@vexil/db';
import { hasContainer } from '@vexil/db/enums/challenge';
import type { ChallengeRow, NewChallengeRow } from '@vexil/db/schema/challenge';
import type { Deps } from '@vexil/http/deps';
import { type CeilingBreach, findBreaches } from '@vexil/rules/ceiling.rules';
import { findContradiction, readContainerOptions } from '@vexil/rules/container-options.rules';
import { parseFlagTemplate, templateEntropyBits, templateRefusal } from '@vexil/rules/flag-template.rules';
import type { z } from 'zod';
import { hasFlags } from './challenge.edit.queries';

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
  if (change.enableTrafficCapture && !hasContainer(challenge.type)) {
    throw new DomainError('challenge.captureNeedsContainer', { field: 'enableTrafficCapture' });
  }
  if (change.exposePort === 0 && hasContainer(challenge.type)) {
    throw new DomainError('request.invalid', { field: 'exposePort' });
  }
  if (challenge.type === 'DynamicContainer' && change.flagTemplate?.trim()) checkTemplate(change.flagTemplate);
  checkOptions(deps, challenge, change);
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

function readTime(time: number | null | undefined): Date | null | undefined {
  if (time === null || time === undefined) return undefined;
  return isUnset(time) ? null : new Date(time);
}

/** A plan of the past would show the challenge at once, which a mistyped date must not. */
function checkRelease(challenge: ChallengeRow, change: ChallengeUpdate, at: Date): void {
  const releaseAt = readTime(change.releaseUtc);
  if (!releaseAt || releaseAt.getTime() === challenge.releaseAt?.getTime()) return;
  const field = 'releaseUtc';
  if (change.isEnabled ?? challenge.isEnabled) throw new DomainError('challenge.releaseEnabled', { field });
  if (releaseAt <= at) throw new DomainError('challenge.releasePast', { field });
}

/** Only a disabled challenge has a plan, or disabling it later would bring a past plan into force. */
function readRelease({ isEnabled }: ChallengeRow, change: ChallengeUpdate): Date | null | undefined {
  const enabled = change.isEnabled ?? isEnabled;
  const releaseAt = readTime(change.releaseUtc);
  if (enabled) return null;
  return isEnabled ? (releaseAt ?? null) : releaseAt;
}

/** An unchanged template keeps its ciphertext, or the audit log would show a change. */
function readTemplate({ sealing }: Deps, stored: string | null, template: string | null | undefined) {
  if (template === null || template === undefined) return undefined;
  if (template.trim() === '') return null;
  return stored && sealing.unseal(stored) === template ? undefined : sealing.seal(template);
}

export function readChange(deps: Deps, challenge: ChallengeRow, change: ChallengeUpdate): Partial<NewChallengeRow> {
  const capture = hasContainer(challenge.type) ? (change.enableTrafficCapture ?? undefined) : false;
  return {
    title: change.title ?? undefined,
    content: change.content ?? undefined,
    category: change.category ?? undefined,
    position: change.category && change.category !== challenge.category ? null : undefined,
    hints: change.hints ?? undefined,
    isEnabled: change.isEnabled ?? undefined,
    releaseAt: readRelease(challenge, change),
    fileName: change.fileName?.trim() ? change.fileName : undefined,
    deadlineAt: readTime(change.deadlineUtc),
    flagTemplateSealed: readTemplate(deps, challenge.flagTemplateSealed, change.flagTemplate),
    submissionLimit: change.submissionLimit ?? undefined,
    containerImage: change.containerImage?.trim() ?? undefined,
    memoryLimitMiB: change.memoryLimit ?? undefined,
    cpuTenths: change.cpuCount ?? undefined,
    storageLimitMiB: change.storageLimit ?? undefined,
    exposePort: change.exposePort || undefined,
    readOnlyRoot: change.readOnlyRoot ?? undefined,
    tmpfsMiB: change.tmpfsSize ?? undefined,
    networkMode: change.networkMode ?? undefined,
    enableTrafficCapture: capture,
    containerOptions: change.containerOptions ?? undefined,
    disableBloodBonus: change.disableBloodBonus ?? undefined,
    originalScore: change.originalScore ?? undefined,
    minScoreRate: change.minScoreRate ?? undefined,
    difficulty: change.difficulty ?? undefined,
  };
}
