// Each language has one way to address its reader, and one word for a game. Texts that are added follow it.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listSourceFiles } from './lib/source-files.mjs';

/** Of whole words, where a language has spaces. */
const words = (source: string) => new RegExp(`(?<![\\p{L}_])(?:${source})(?!\\p{L})`, 'iu');

const others: Record<string, RegExp> = {
  'de-DE': words('du|dich|dir|dein(?:e[mnrs]?)?|Spiels?|Spiele'),
  'es-ES': words('tus?|te|ti|partidas?'),
  'fr-FR': words('tu|ton|ta|tes|toi|(?:cette|la) partie'),
  'id-ID': words('permainan|kamu'),
  'ja-JP': /ゲーム/,
  'ko-KR': /게임/,
  'ru-RU': words('игр(?:ы|у|е|ой)|ты|тво\\p{L}*'),
  'vi-VN': words('trò chơi'),
  'zh-TW': /你/,
};

it.each(Object.entries(others))(
  'addresses readers of %s as its other texts do, and names a game so',
  (language, other) => {
    const files = listSourceFiles(new RegExp(`/locales/${language}/[a-z-]+\\.json$`));
    expect(files.length).toBeGreaterThan(30);
    const lines = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => `${file} ${line.trim()}`),
    );
    expect(lines.filter((line) => other.test(line.replace(/^\S+ "[^"]*": /, '')))).toEqual([]);
  },
);
