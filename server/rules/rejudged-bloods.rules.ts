import { type BloodType, bloodTypes } from '@vexil/db/enums/submission';

export interface BloodHolder {
  participationId: number;
  team: string;
}

export interface BloodMove {
  type: BloodType;
  before: BloodHolder | undefined;
  after: BloodHolder | undefined;
}

/** The places whose team is another one afterwards; both lists in order of arrival. */
export function bloodMoves(before: readonly BloodHolder[], after: readonly BloodHolder[]): BloodMove[] {
  return bloodTypes
    .map((type, place) => ({ type, before: before[place], after: after[place] }))
    .filter((move) => move.before?.participationId !== move.after?.participationId);
}

const medals: Record<BloodType, string> = { FirstBlood: '🥇', SecondBlood: '🥈', ThirdBlood: '🥉' };

/** Notices are Markdown, which also makes links of addresses, and teams choose their names. */
const escaped = (name: string): string => name.replace(/[\\`*_[\]<>~|#$!&:@]|(?<=www)\./gi, '\\$&');

const nameOf = (holder: BloodHolder | undefined): string => (holder ? escaped(holder.team) : '–');

/** Text of a notice that corrects bloods which were announced. It has no words of ours, because every player reads it. */
export const correctionText = (
  challenge: string,
  moves: readonly BloodMove[],
  reason: string,
  division: string | null = null,
): string =>
  [
    `**${escaped(challenge)}**`,
    ...(division === null ? [] : [escaped(division)]),
    ...moves.map(({ type, before, after }) => `${medals[type]} ${nameOf(before)} → ${nameOf(after)}`),
    reason,
  ].join(' · ');
