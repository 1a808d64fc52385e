import type { Notice } from '@vexil/contract/notice';
import { useSyncExternalStore } from 'react';
import { readStored } from '../../store/stored';
import { subscribe, write } from './stored';

// What this browser counts at the bell, shows as a pop-up and sounds for.

export const noticeKinds = ['written', 'hints', 'challenges', 'bloods'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export const kindOf: Record<Notice['type'], NoticeKind> = {
  Normal: 'written',
  NewHint: 'hints',
  NewChallenge: 'challenges',
  FirstBlood: 'bloods',
  SecondBlood: 'bloods',
  ThirdBlood: 'bloods',
};

export const choiceNames = ['bell', 'popup', 'sound'] as const;
export type ChoiceName = (typeof choiceNames)[number];
export type Choices = Record<NoticeKind, Record<ChoiceName, boolean>>;

/** Bloods never count at the bell unless chosen: there are hundreds in a game. */
const usual: Choices = {
  written: { bell: true, popup: true, sound: false },
  hints: { bell: true, popup: true, sound: false },
  challenges: { bell: true, popup: true, sound: false },
  bloods: { bell: false, popup: true, sound: false },
};

const storageKey = 'notices.choices';
let parsed: { text: string | null; choices: Choices } = { text: null, choices: usual };

export function noticeChoices(): Choices {
  const text = readStored(storageKey);
  if (text !== parsed.text) parsed = { text, choices: parse(text) };
  return parsed.choices;
}

function parse(text: string | null): Choices {
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<Record<NoticeKind, Partial<Record<ChoiceName, unknown>>>>;
    const entries = noticeKinds.map((kind) => [
      kind,
      Object.fromEntries(
        choiceNames.map((name) => {
          const value = stored[kind]?.[name];
          return [name, typeof value === 'boolean' ? value : usual[kind][name]];
        }),
      ),
    ]);
    return Object.fromEntries(entries) as Choices;
  } catch {
    return usual;
  }
}

export const useNoticeChoices = (): Choices => useSyncExternalStore(subscribe, noticeChoices);

export function setNoticeChoice(kind: NoticeKind, name: ChoiceName, value: boolean): void {
  const choices = noticeChoices();
  write(storageKey, JSON.stringify({ ...choices, [kind]: { ...choices[kind], [name]: value } }));
}
