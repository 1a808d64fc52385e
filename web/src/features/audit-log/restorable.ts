import { auditTextLengthMax } from '@vexil/contract/audit.limits';

/** Of an audited column: the member of the update call, and how its stored value is sent. */
const columns: Record<'game' | 'challenge' | 'notice', Record<string, string>> = {
  game: {
    title: 'title',
    summary: 'summary',
    content: 'content',
    hidden: 'hidden',
    practiceMode: 'practiceMode',
    acceptWithoutReview: 'acceptWithoutReview',
    writeupRequired: 'writeupRequired',
    writeupNote: 'writeupNote',
    rules: 'rules',
    fields: 'fields',
    addressesKeptDays: 'addressesKeptDays',
    capturesKeptDays: 'capturesKeptDays',
    writeupsKeptDays: 'writeupsKeptDays',
    writeupDeadline: 'writeupDeadline',
    individual: 'individual',
    teamMemberCountLimit: 'teamMemberCountLimit',
    containerCountLimit: 'containerCountLimit',
    containerTotalLimit: 'containerTotalLimit',
    bloodBonus: 'bloodBonus',
    bloodBonusPoints: 'bloodBonusPoints',
    boardVisibility: 'boardVisibility',
    customCategories: 'customCategories',
    hintsMayGoBelowZero: 'hintsMayGoBelowZero',
    allowsMcp: 'allowsMcp',
    startAt: 'start',
    endAt: 'end',
    freezeAt: 'freezeTime',
  },
  challenge: {
    title: 'title',
    content: 'content',
    connection: 'connection',
    author: 'author',
    tags: 'tags',
    topics: 'topics',
    category: 'category',
    hints: 'hints',
    hintList: 'hintList',
    isEnabled: 'isEnabled',
    requires: 'requires',
    nextId: 'next',
    fileName: 'fileName',
    flagTemplateSealed: 'flagTemplate',
    deadlineAt: 'deadlineUtc',
    releaseAt: 'releaseUtc',
    submissionLimit: 'submissionLimit',
    containerImage: 'containerImage',
    memoryLimitMiB: 'memoryLimit',
    cpuTenths: 'cpuCount',
    storageLimitMiB: 'storageLimit',
    exposePort: 'exposePort',
    readOnlyRoot: 'readOnlyRoot',
    tmpfsMiB: 'tmpfsSize',
    networkMode: 'networkMode',
    enableTrafficCapture: 'enableTrafficCapture',
    containerOptions: 'containerOptions',
    disableBloodBonus: 'disableBloodBonus',
    originalScore: 'originalScore',
    minScoreRate: 'minScoreRate',
    difficulty: 'difficulty',
    curve: 'curve',
    minimumScore: 'minimumScore',
    decay: 'decay',
  },
  notice: { content: 'content', pinned: 'pinned', challengeId: 'challengeId' },
};

/** A challenge takes null for "unchanged", and what clears it where it may be empty. */
const cleared: Record<string, unknown> = {
  deadlineAt: 0,
  releaseAt: 0,
  flagTemplateSealed: '',
  requires: { challengeIds: [] },
  nextId: 0,
};

const times = new Set(['startAt', 'endAt', 'freezeAt', 'deadlineAt', 'releaseAt', 'writeupDeadline']);

/** Of texts whose beginning alone was kept, with an ellipsis; earlier versions kept less. */
const cutLengths = [4000, auditTextLengthMax].map((length) => length + 1);

export type Restorable = { kind: keyof typeof columns; id: number; member: string; value: unknown };

type Change = { action: string; target: string; before: Record<string, unknown> | null };

/** How a field of an entry can be set to what it was; undefined where the log cannot know, or no call takes it. */
export function restorableOf({ action, target, before }: Change, column: string): Restorable | undefined {
  const [kind, id] = target.split(':');
  if ((kind !== 'game' && kind !== 'challenge' && kind !== 'notice') || action !== `${kind}.update`) return undefined;
  const member = columns[kind][column];
  if (!before || !member || !(column in before)) return undefined;
  const value = before[column];
  if (value === '(secret)') return undefined;
  if (typeof value === 'string' && value.endsWith('…') && cutLengths.includes(value.length)) return undefined;
  const what = { kind, id: Number(id), member } as const;
  if (times.has(column) && typeof value === 'string') return { ...what, value: new Date(value).getTime() };
  if (value !== null || kind !== 'challenge') return { ...what, value };
  return column in cleared ? { ...what, value: cleared[column] } : undefined;
}
