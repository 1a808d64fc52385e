import { DomainError } from '@vexil/contract/errors';
import { isUnset } from '@vexil/contract/wire';
import { hasContainer } from '@vexil/db/enums/challenge';
import type { ChallengeRow, NewChallengeRow } from '@vexil/db/schema/challenge';
import type { GameRow } from '@vexil/db/schema/game';
import type { Deps } from '@vexil/http/deps';
import { findCategory } from '@vexil/rules/category.rules';
import { storeFreeHints, storeHints } from '@vexil/rules/hint.rules';
import type { ChallengeUpdate } from './challenge.edit.checks';

function readTime(time: number | null | undefined): Date | null | undefined {
  if (time === null || time === undefined) return undefined;
  return isUnset(time) ? null : new Date(time);
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

type Sent<Members> = { [Name in keyof Members]?: Exclude<Members[Name], null> };

/** A member that is null is one that was not sent. */
const sentOf = (change: ChallengeUpdate) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null)) as Sent<ChallengeUpdate>;

function readHintChange(challenge: ChallengeRow, { hints, hintList }: ChallengeUpdate, at: Date) {
  const now = at.getTime();
  if (hints) return storeFreeHints(challenge, hints, now);
  return hintList && storeHints(challenge, hintList.map(readHint), now);
}

const readHint = <Sent extends { releaseUtc?: number | null | undefined }>({ releaseUtc, ...hint }: Sent) => ({
  ...hint,
  releaseUtc: releaseUtc == null || isUnset(releaseUtc) ? null : releaseUtc,
});

/** The game's own category of that name; null without a name. */
export function findNamedCategory({ customCategories }: GameRow, name: string | null | undefined) {
  const own = name ? findCategory(customCategories, name) : null;
  if (own === undefined) throw new DomainError('request.invalid', { field: 'customCategory' });
  return own;
}

/** One of the game's own brings its nearest with it, and another of the thirteen ends it. */
function readCategory(challenge: ChallengeRow, { category, customCategory }: ChallengeUpdate, game: GameRow) {
  const own = findNamedCategory(game, customCategory);
  const isEnded = customCategory === '' || (category != null && category !== challenge.category);
  const after = own ?? (isEnded ? null : challenge.customCategory);
  const next = own?.category ?? category ?? challenge.category;
  const isMoved = next !== challenge.category || after?.id !== challenge.customCategory?.id;
  return { category: next, customCategory: after, position: isMoved ? null : undefined };
}

export function readChange(
  deps: Deps,
  { game, challenge, change, at }: { game: GameRow; challenge: ChallengeRow; change: ChallengeUpdate; at: Date },
): Partial<NewChallengeRow> {
  const sent = sentOf(change);
  return {
    title: sent.title,
    content: sent.content,
    connection: sent.connection,
    author: sent.author,
    tags: sent.tags,
    topics: sent.topics,
    ...readCategory(challenge, change, game),
    ...readHintChange(challenge, change, at),
    isEnabled: sent.isEnabled,
    requires: sent.requires?.challengeIds.length === 0 ? null : sent.requires,
    nextId: sent.next === 0 ? null : sent.next,
    releaseAt: readRelease(challenge, change),
    fileName: sent.fileName?.trim() ? sent.fileName : undefined,
    deadlineAt: readTime(sent.deadlineUtc),
    flagTemplateSealed: readTemplate(deps, challenge.flagTemplateSealed, sent.flagTemplate),
    submissionLimit: sent.submissionLimit,
    containerImage: sent.containerImage?.trim(),
    memoryLimitMiB: sent.memoryLimit,
    cpuTenths: sent.cpuCount,
    storageLimitMiB: sent.storageLimit,
    exposePort: sent.exposePort || undefined,
    readOnlyRoot: sent.readOnlyRoot,
    tmpfsMiB: sent.tmpfsSize,
    networkMode: sent.networkMode,
    enableTrafficCapture: hasContainer(challenge.type) ? sent.enableTrafficCapture : false,
    containerOptions: sent.containerOptions,
    disableBloodBonus: sent.disableBloodBonus,
    originalScore: sent.originalScore,
    minScoreRate: sent.minScoreRate,
    difficulty: sent.difficulty,
    curve: sent.curve,
    minimumScore: sent.minimumScore,
    decay: sent.decay,
  };
}
