// What a plan says of a member, as people read it: items of a list are lines.

import { unpackBloodBonus } from '@vexil/rules/score.rules';

export interface ValueWords {
  none: string;
  is(field: string, value: boolean): string;
  time(at: number): string;
  points(value: number): string;
  /** Of a member inside a value. */
  name(member: string): string;
  /** Of one of few words, or a text. */
  word(field: string, value: string): string;
}

const isTime = (field: string) => /Utc$|^(start|end|freezeTime|writeupDeadline)$/.test(field);
const percent = (value: number) => `${Number(value.toFixed(2))} %`;
/** What these hold speaks for itself, and comes first. */
const unnamed = ['title', 'name', 'user', 'keys', 'content'];
const rankOf = (member: string) => (unnamed.includes(member) ? unnamed.indexOf(member) : unnamed.length);
const isBlank = (value: unknown) => !value || (Array.isArray(value) && value.length === 0);

function numberText(field: string, value: number, words: ValueWords): string {
  if (isTime(field)) return words.time(value);
  if (field === 'originalScore' || field === 'minimumScore' || field === 'bloodBonusPoints') return words.points(value);
  if (field === 'cpuCount') return String(value / 10);
  if (field === 'minScoreRate') return percent(value * 100);
  if (field !== 'bloodBonus') return String(value);
  return Object.values(unpackBloodBonus(value))
    .map((each) => percent(each / 10))
    .join(' · ');
}

function objectText(value: object, words: ValueWords, isInner: boolean): string {
  const parts = Object.entries(value)
    .filter(([, member]) => !isBlank(member))
    .toSorted(([a], [b]) => rankOf(a) - rankOf(b))
    .map(([name, member]) => {
      const text = textOf(name, member, words, isInner || !unnamed.includes(name));
      return unnamed.includes(name) ? text : `${words.name(name)}: ${text}`;
    });
  return parts.join(isInner ? ' · ' : '\n') || words.none;
}

function textOf(field: string, value: unknown, words: ValueWords, isInner: boolean): string {
  if (value === null || value === '') return words.none;
  if (typeof value === 'boolean') return words.is(field, value);
  if (typeof value === 'number') return numberText(field, value, words);
  if (Array.isArray(value)) {
    const items = value.map((each) => textOf(field, each, words, true));
    return items.join(isInner ? ', ' : '\n') || words.none;
  }
  return typeof value === 'object' ? objectText(value, words, isInner) : words.word(field, String(value));
}

export const valueText = (field: string, json: string, words: ValueWords): string =>
  textOf(field, JSON.parse(json) as unknown, words, false);
