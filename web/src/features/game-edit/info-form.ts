import { useQueryClient } from '@tanstack/react-query';
import { type GameInfo, GameUpdateBody } from '@vexil/contract/game';
import { bloodPointsMax } from '@vexil/contract/wire';
import type { BoardVisibility } from '@vexil/db/enums/game';
import { packBloodBonus, unpackBloodBonus } from '@vexil/rules/score.rules';
import { useMemo } from 'react';
import type { Translate } from '../../i18n/texts';
import { useText } from '../../i18n/use-text';
import { formatTime } from '../../ui/format-time';
import { type Form, labelsOf } from '../../ui/use-form';
import { useVersionedForm } from '../../ui/use-versioned-form';
import { gameQuery, useUpdateGame } from './game-edit.queries';

export type CategoryDraft = Omit<GameInfo['customCategories'][number], 'id'> & { id?: number };

/** Form values of a game: numbers may be incomplete input, the blood bonus is three percentages. */
export type InfoValues = {
  title: string;
  summary: string;
  visible: boolean;
  start: number | null;
  end: number | null;
  freezeTime: number | null;
  practiceMode: boolean;
  acceptWithoutReview: boolean;
  inviteCode: string;
  individual: boolean;
  teamMemberCountLimit: number | string;
  containerCountLimit: number | string;
  bloodFirst: number | string;
  bloodSecond: number | string;
  bloodThird: number | string;
  bloodFixed: boolean;
  pointsFirst: number | string;
  pointsSecond: number | string;
  pointsThird: number | string;
  boardVisibility: BoardVisibility;
  hintsMayGoBelowZero: boolean;
  allowsMcp: boolean;
  customCategories: CategoryDraft[];
  content: string;
  rules: string;
  fields: GameInfo['fields'];
  writeupRequired: boolean;
  writeupDeadline: number | null;
  writeupNote: string;
} & Record<(typeof retentionFields)[number], number | string>;
export type InfoForm = Form<InfoValues>;

/** Empty: kept for good. */
export const retentionFields = ['addressesKeptDays', 'capturesKeptDays', 'writeupsKeptDays'] as const;
const pointFields = ['pointsFirst', 'pointsSecond', 'pointsThird'] as const;
const bloodFields = ['bloodFirst', 'bloodSecond', 'bloodThird'] as const;

function infoValues(game: GameInfo): InfoValues {
  const { first, second, third } = unpackBloodBonus(game.bloodBonus);
  return {
    title: game.title,
    summary: game.summary,
    visible: !game.hidden,
    start: game.start,
    end: game.end,
    freezeTime: game.freezeTime,
    practiceMode: game.practiceMode,
    acceptWithoutReview: game.acceptWithoutReview,
    inviteCode: game.inviteCode ?? '',
    individual: game.individual,
    teamMemberCountLimit: game.teamMemberCountLimit,
    containerCountLimit: game.containerCountLimit,
    bloodFirst: first / 10,
    bloodSecond: second / 10,
    bloodThird: third / 10,
    bloodFixed: game.bloodBonusPoints !== null,
    pointsFirst: game.bloodBonusPoints?.[0] ?? 0,
    pointsSecond: game.bloodBonusPoints?.[1] ?? 0,
    pointsThird: game.bloodBonusPoints?.[2] ?? 0,
    boardVisibility: game.boardVisibility,
    hintsMayGoBelowZero: game.hintsMayGoBelowZero,
    allowsMcp: game.allowsMcp,
    customCategories: game.customCategories,
    content: game.content,
    rules: game.rules,
    fields: game.fields,
    writeupRequired: game.writeupRequired,
    writeupDeadline: game.writeupDeadline,
    writeupNote: game.writeupNote,
    addressesKeptDays: game.addressesKeptDays ?? '',
    capturesKeptDays: game.capturesKeptDays ?? '',
    writeupsKeptDays: game.writeupsKeptDays ?? '',
  };
}

/** The update body: changed fields only, with the three percentages packed into one number. */
function infoBody(changed: Partial<InfoValues>, all: InfoValues): Record<string, unknown> {
  const { bloodFirst: _1, bloodSecond: _2, bloodThird: _3, visible, ...body } = changed as Record<string, unknown>;
  if (visible !== undefined) body.hidden = !visible;
  if (bloodFields.some((name) => name in changed)) {
    const [first, second, third] = bloodFields.map((name) => Math.round(Number(all[name]) * 10));
    body.bloodBonus = packBloodBonus({ first: first ?? 0, second: second ?? 0, third: third ?? 0 });
  }
  for (const name of ['bloodFixed', ...pointFields]) delete body[name];
  if ('bloodFixed' in changed || pointFields.some((name) => name in changed)) {
    body.bloodBonusPoints = all.bloodFixed ? pointFields.map((name) => Number(all[name])) : null;
  }
  for (const name of retentionFields) if (body[name] === '') body[name] = null;
  if ('inviteCode' in body && body.inviteCode === '') body.inviteCode = null;
  return body;
}

const isPercentage = (value: number | string) => value !== '' && Number(value) >= 0 && Number(value) <= 100;

const isBonus = (value: number | string) => value !== '' && Number(value) >= 0 && Number(value) <= bloodPointsMax;

const endsBeforeStart = ({ start, end }: InfoValues, changed: Partial<InfoValues>) =>
  ('start' in changed || 'end' in changed) && start !== null && end !== null && end <= start;

const freezesOutside = ({ start, end, freezeTime }: InfoValues, changed: Partial<InfoValues>) =>
  ('start' in changed || 'end' in changed || 'freezeTime' in changed) &&
  freezeTime !== null &&
  ((start !== null && freezeTime < start) || (end !== null && freezeTime > end));

export function useInfoForm(game: GameInfo) {
  const t = useText('game-edit');
  const queryClient = useQueryClient();
  const update = useUpdateGame();
  const base = useMemo(() => infoValues(game), [game]);
  const labels = useMemo(() => infoLabels(base, t), [base, t]);
  const moment = (at: number | null) => (at === null ? '' : formatTime(at, 'full'));
  return useVersionedForm<GameInfo, InfoValues, Record<string, unknown>>({
    stored: game,
    valuesOf: infoValues,
    base,
    labels,
    bodyOf: infoBody,
    schema: GameUpdateBody,
    check: (values, changed) => ({
      end: endsBeforeStart(values, changed) ? t('game-edit.info.endBeforeStart') : null,
      freezeTime: freezesOutside(values, changed) ? t('game-edit.info.freezeOutside') : null,
      ...Object.fromEntries(
        bloodFields
          .filter((name) => name in changed && !isPercentage(values[name]))
          .map((name) => [name, t('game-edit.info.percentage')]),
      ),
      ...Object.fromEntries(
        pointFields
          .filter((name) => values.bloodFixed && name in changed && !isBonus(values[name]))
          .map((name) => [name, t('game-edit.info.bloodPoints')]),
      ),
    }),
    send: (body, version) => update.mutateAsync({ id: game.id, body: { ...body, version } }),
    adopt: (stored) => queryClient.setQueryData(gameQuery(game.id).queryKey, stored),
    show: {
      boardVisibility: (value) => t(`game-edit.info.board.${value}`),
      fields: (list: GameInfo['fields']) => list.map(({ name }) => name).join(', '),
      customCategories: (list: CategoryDraft[]) => list.map(({ name }) => name).join(', '),
      start: moment,
      end: moment,
      freezeTime: moment,
      writeupDeadline: moment,
    },
    fieldOf: { 'game.endBeforeStart': 'end', 'game.freezeOutside': 'freezeTime' },
  });
}

/** Fields whose label stands under another name. */
const labelNames = {
  title: 'titleField',
  pointsFirst: 'bloodFirst',
  pointsSecond: 'bloodSecond',
  pointsThird: 'bloodThird',
} as const;
const isRenamed = (name: string): name is keyof typeof labelNames => name in labelNames;

const infoLabels = (base: InfoValues, t: Translate<'game-edit' | 'ui' | 'shell'>) =>
  labelsOf(base, (name) =>
    name === 'customCategories'
      ? t('game-edit.section.categories')
      : t(`game-edit.info.${isRenamed(name) ? labelNames[name] : name}`),
  );
