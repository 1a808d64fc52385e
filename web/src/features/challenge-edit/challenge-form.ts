import { useQueryClient } from '@tanstack/react-query';
import { type ChallengeEdit, ChallengeUpdateBody } from '@vexil/contract/challenge';
import { isDynamic, type ScoreCurveKind } from '@vexil/db/enums/challenge';
import type { NetworkMode } from '@vexil/db/enums/container';
import { flagRefusal } from '@vexil/rules/flag.rules';
import type { ScoreCurve } from '@vexil/rules/score-curve.rules';
import { useMemo } from 'react';
import type { Translate } from '../../i18n/texts';
import { useText } from '../../i18n/use-text';
import { describeIssue } from '../../ui/describe-issue';
import { formatTime } from '../../ui/format-time';
import { type Form, labelsOf } from '../../ui/use-form';
import { useVersionedForm } from '../../ui/use-versioned-form';
import { categoryChange, chosenKey } from './categories';
import { type ChallengeChange, challengeQuery, useSetFlag, useUpdateChallenge } from './challenge-edit.queries';
import {
  type CompanionDraft,
  companionLine,
  findOptionMistakes,
  type OptionValues,
  optionFields,
  optionsOf,
  optionValues,
  type PortDraft,
  portLine,
} from './container-options-form';

export type HintDraft = Omit<ChallengeEdit['hintList'][number], 'id' | 'cost'> & { id?: number; cost: number | string };

/** Form values of a challenge: percentages and cores; numbers may be incomplete input. */
export type ChallengeValues = {
  title: string;
  author: string;
  tags: string[];
  topics: string[];
  /** Key of one of the thirteen, or of the game's own. */
  category: string;
  content: string;
  connection: string;
  hintList: HintDraft[];
  /** Ids, as the selects have them. */
  requires: string[];
  requiredCount: number | string;
  lockedShown: boolean;
  next: string | null;
  submissionLimit: number | string;
  deadlineUtc: number | null;
  releaseUtc: number | null;
  curve: ScoreCurveKind;
  originalScore: number | string;
  minScoreRate: number | string;
  difficulty: number | string;
  minimumScore: number | string;
  decay: number | string;
  bloodBonus: boolean;
  containerImage: string;
  exposePort: number | string;
  memoryLimit: number | string;
  cpuCount: number | string;
  storageLimit: number | string;
  readOnlyRoot: boolean;
  tmpfsSize: number | string;
  networkMode: NetworkMode;
  enableTrafficCapture: boolean;
  fileName: string;
  /** The only one of a challenge that has it for all teams. */
  flag: string;
} & OptionValues;
export type ChallengeForm = Form<ChallengeValues>;

export function challengeValues(challenge: ChallengeEdit): ChallengeValues {
  return {
    title: challenge.title,
    author: challenge.author,
    tags: challenge.tags,
    topics: challenge.topics,
    category: chosenKey(challenge),
    content: challenge.content,
    connection: challenge.connection,
    hintList: challenge.hintList,
    requires: (challenge.requires?.challengeIds ?? []).map(String),
    requiredCount: challenge.requires?.count ?? '',
    lockedShown: challenge.requires?.lockedShown ?? false,
    next: challenge.next === null ? null : String(challenge.next),
    submissionLimit: challenge.submissionLimit,
    deadlineUtc: challenge.deadlineUtc,
    releaseUtc: challenge.releaseUtc,
    curve: challenge.curve,
    originalScore: challenge.originalScore,
    minScoreRate: tidy(challenge.minScoreRate * 100),
    difficulty: challenge.difficulty,
    minimumScore: challenge.minimumScore,
    decay: challenge.decay,
    bloodBonus: !challenge.disableBloodBonus,
    containerImage: challenge.containerImage ?? '',
    exposePort: challenge.exposePort ?? '',
    memoryLimit: challenge.memoryLimit ?? 64,
    cpuCount: (challenge.cpuCount ?? 1) / 10,
    storageLimit: challenge.storageLimit ?? 256,
    readOnlyRoot: challenge.readOnlyRoot,
    tmpfsSize: challenge.tmpfsSize,
    networkMode: challenge.networkMode ?? 'Open',
    enableTrafficCapture: challenge.enableTrafficCapture ?? false,
    ...optionValues(challenge.containerOptions),
    fileName: challenge.fileName ?? '',
    flag: onlyFlag(challenge)?.flag ?? '',
  };
}

/** The curve for the current input; undefined while the input is invalid. */
export function curveOf({ curve, minScoreRate, ...values }: ChallengeValues): ScoreCurve | undefined {
  const { originalScore, difficulty, minimumScore, decay } = values;
  const shown = { originalScore, minScoreRate, difficulty, minimumScore, decay };
  if (Object.values(shown).some((value) => value === '' || !(Number(value) >= 0 && Number.isFinite(Number(value))))) {
    return undefined;
  }
  const numbers = {
    originalScore: Number(originalScore),
    minScoreRate: Number(minScoreRate) / 100,
    difficulty: Number(difficulty),
    minimumScore: Number(minimumScore),
    decay: Number(decay),
  };
  return numbers.minScoreRate <= 1 && numbers.difficulty > 0 ? { curve, ...numbers } : undefined;
}

/** Others are in a list. */
export const hasListedFlags = ({ flags }: ChallengeEdit) =>
  flags.length > 1 || flags.some(({ match, canary }) => match !== 'Exact' || canary);

const onlyFlag = (challenge: ChallengeEdit) =>
  isDynamic(challenge.type) || hasListedFlags(challenge) ? undefined : challenge.flags[0];

/** Removes floating-point error. */
const tidy = (value: number) => Number(value.toFixed(4));

/**
 * The update body: changed fields in the contract's units, without the flag, which has its own routes, and the options of
 * the container, which are sent as one.
 */
export function challengeBody(changed: Partial<ChallengeValues>): Record<string, unknown> {
  const {
    flag: _,
    bloodBonus,
    requires: __,
    requiredCount: ___,
    lockedShown: ____,
    next,
    category,
    ...body
  } = changed as Record<string, unknown>;
  if (typeof category === 'string') Object.assign(body, categoryChange(category));
  for (const name of optionFields) delete body[name];
  if (next !== undefined) body.next = Number(next);
  if (bloodBonus !== undefined) body.disableBloodBonus = !bloodBonus;
  for (const time of ['deadlineUtc', 'releaseUtc']) if (body[time] === null) body[time] = 0;
  if (typeof body.minScoreRate === 'number') body.minScoreRate = tidy(body.minScoreRate / 100);
  if (typeof body.cpuCount === 'number') body.cpuCount = Math.round(body.cpuCount * 10);
  if (changed.hintList) {
    body.hintList = withText(changed.hintList).map(({ cost, ...hint }) => ({ ...hint, cost: Number(cost) }));
  }
  return body;
}

export const withText = (hints: readonly HintDraft[]) => hints.filter(({ content }) => content.trim() !== '');

const isBetween = (value: number | string, low: number, high: number) =>
  value !== '' && Number(value) >= low && Number(value) <= high;

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

export function useChallengeForm(gameId: number, challenge: ChallengeEdit) {
  const t = useText('challenge-edit');
  const queryClient = useQueryClient();
  const update = useUpdateChallenge(gameId);
  const setFlag = useSetFlag(gameId, challenge.id);
  const base = useMemo(() => challengeValues(challenge), [challenge]);
  const labels = useMemo(() => challengeLabels(base, t), [base, t]);
  return useVersionedForm<ChallengeEdit, ChallengeValues, Record<string, unknown>>({
    stored: challenge,
    valuesOf: challengeValues,
    base,
    labels,
    // The schema does not contain the flag and would drop it, but `save` needs it.
    bodyOf: (changed, values) => ({
      ...challengeBody(changed),
      ...(hasRequirement(changed) ? { requires: requirementOf(values) } : {}),
      ...(hasOption(changed) ? { containerOptions: optionsOf(values, challenge.containerOptions) } : {}),
      ...(changed.flag === undefined ? {} : { flag: changed.flag.trim() }),
    }),
    schema: ChallengeUpdateBody,
    check: (values, changed) => ({
      ...(hasOption(changed) ? optionErrors(challenge, values, t) : {}),
      minScoreRate:
        changed.minScoreRate !== undefined && !isBetween(changed.minScoreRate, 0, 100)
          ? t('challenge-edit.invalid.percentage')
          : null,
      cpuCount:
        changed.cpuCount !== undefined && !isBetween(changed.cpuCount, 0.1, 102.4)
          ? t('challenge-edit.invalid.cores')
          : null,
      flag: changed.flag && flagRefusal(changed.flag.trim()) ? t('challenge-edit.invalid.flag') : null,
    }),
    send: async ({ flag, ...body }, version) => {
      if (Object.keys(body).length > 0) {
        await update.mutateAsync({ challengeId: challenge.id, body: { ...body, version } as ChallengeChange });
      }
      if (typeof flag === 'string') await setFlag.mutateAsync({ flag, before: onlyFlag(challenge)?.id });
    },
    adopt: (stored) => queryClient.setQueryData(challengeQuery(gameId, challenge.id).queryKey, stored),
    show: {
      deadlineUtc: (at: number | null) => (at === null ? '' : formatTime(at, 'full')),
      tags: (tags: string[]) => tags.join(', '),
      topics: (topics: string[]) => topics.join(', '),
      hintList: (hints: HintDraft[]) => hints.map(({ title, content }) => title || content).join('\n'),
      ports: (ports: PortDraft[]) => ports.map(portLine).join('\n'),
      companions: (companions: CompanionDraft[]) => companions.map(companionLine).join('\n'),
    },
    fieldOf: {
      'challenge.captureNeedsContainer': 'enableTrafficCapture',
      'challenge.imageMissing': 'containerImage',
      'challenge.requiresItself': 'requires',
    },
  });
}

const hasRequirement = ({ requires, requiredCount, lockedShown }: Partial<ChallengeValues>) =>
  [requires, requiredCount, lockedShown].some((value) => value !== undefined);

const requirementOf = ({ requires, requiredCount, lockedShown }: ChallengeValues) => ({
  challengeIds: requires.map(Number),
  count: requires.length === 0 || requiredCount === '' ? null : Number(requiredCount),
  lockedShown,
});

const hasOption = (changed: Partial<ChallengeValues>) => optionFields.some((name) => changed[name] !== undefined);

function optionErrors(
  challenge: ChallengeEdit,
  values: ChallengeValues,
  t: Translate<'challenge-edit' | 'ui' | 'shell'>,
) {
  const { type, flagTemplate } = challenge;
  const facts = { type, flagTemplate, exposePort: Number(values.exposePort) };
  const found = findOptionMistakes(optionsOf(values, challenge.containerOptions), facts);
  return Object.fromEntries(
    Object.entries(found).map(([name, mistake]) => {
      if (mistake === 'twice') return [name, t('challenge-edit.invalid.twice')];
      if (mistake === 'impossible') return [name, t(`challenge-edit.invalid.${impossibleOf(name)}`)];
      return [name, describeIssue(mistake, 'given', t)];
    }),
  );
}

const impossibleOf = (name: string) =>
  name === 'sharing' || name === 'warmCount' || name === 'rotateFlag' ? name : 'flagDelivery';

/** Fields whose label stands under another name. */
const labelNames = { hintList: 'hints', minimumScore: 'minScoreRate', decay: 'difficulty' } as const;
type Renamed = keyof typeof labelNames;
const isRenamed = (name: string): name is Renamed => name in labelNames;

const challengeLabels = (base: ChallengeValues, t: Translate<'challenge-edit' | 'ui' | 'shell'>) =>
  labelsOf(base, (name) => t(`challenge-edit.field.${isRenamed(name) ? labelNames[name] : name}`));
