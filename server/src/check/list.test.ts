// A check that lacks a text, a place in the list or its audience is found here, without an entry of its own.

import { checkedParts } from '@vexil/contract/doctor';
import { languages } from '@vexil/contract/languages';
import { texts } from '@vexil/http/reply/i18n';
import { gameChecks } from '@vexil/rules/checks/game-checks.rules';
import { describe, expect, it } from 'vitest';
import { platformChecks } from './checks';

const partOf = (code: string) => code.slice(0, code.indexOf('.'));

describe('the list of checks', () => {
  it('has every part of the platform once, in the order of pages', () => {
    expect(platformChecks.map(({ name }) => name)).toEqual(checkedParts);
    expect(new Set(platformChecks.map(({ audience }) => audience))).toEqual(new Set(['platform']));
  });

  it('has an audience for each check of a game', () => {
    for (const { name, audience } of gameChecks) expect(['before', 'during'], name).toContain(audience);
  });

  it.each(languages)('has a text in %s for what each part finds, and for its own failure', (language) => {
    const codes = Object.keys(texts[language]);
    for (const { name } of platformChecks) {
      const own = codes.filter((code) => partOf(code) === name);
      expect(own, name).toContain(`${name}.failed`);
      expect(own.length, name).toBeGreaterThan(1);
    }
  });
});
