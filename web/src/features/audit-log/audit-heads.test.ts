import { expect, it } from 'vitest';
import { languageTags } from '../../i18n/languages';
import { textsOf } from '../../testing/texts';

const heads = ['time', 'who', 'what', 'thing', 'fields', 'game'];

it.each(languageTags)('no two columns of the audit log have one head in %s', (language) => {
  const texts = textsOf(language)['audit-log'] ?? {};
  expect(new Set(heads.map((head) => texts[head])).size).toBe(heads.length);
});
