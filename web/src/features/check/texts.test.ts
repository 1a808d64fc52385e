import { readFileSync } from 'node:fs';
import { gameChecks } from '@vexil/rules/checks/game-checks.rules';
import { describe, expect, it } from 'vitest';
import { languageTags } from '../../i18n/languages';

type Texts = { [key: string]: string | Texts };

const read = (tag: string, file: string): Texts =>
  JSON.parse(readFileSync(`${import.meta.dirname}/../../i18n/locales/${tag}/${file}.json`, 'utf8'));

describe('the checks of a game', () => {
  it.each(languageTags)('have their texts in %s', (tag) => {
    const health = read(tag, 'health');
    const checklist = read(tag, 'game-edit').checklist as Texts;
    const without = gameChecks.filter(({ audience, name }) =>
      audience === 'during' ? !health[name] : !(checklist[name] as Texts | undefined)?.done,
    );
    expect(without.map(({ name }) => name)).toEqual([]);
  });
});
