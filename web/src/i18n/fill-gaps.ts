export type Texts = { [key: string]: string | Texts };

const plural = /_(zero|one|two|few|many|other)$/;

/** The plural forms of a language. */
export const pluralForms = (language: string): string[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories;

/** `{{count}} seconds` of English for every form of a language that has others than English. */
function englishForms(english: Texts, stem: string, forms: readonly string[]): Texts {
  const named = forms.map((form) => [`${stem}_${form}`, english[`${stem}_${form}`] ?? english[`${stem}_other`]]);
  // Zero has words of its own where they read better, in any language.
  const zero = english[`${stem}_zero`];
  return { ...Object.fromEntries(named), ...(zero !== undefined && { [`${stem}_zero`]: zero }) };
}

/** A language's texts with English where they lack a key, so that a reader needs one file and sees no key. */
export function fillGaps(english: Texts, texts: Texts, language: string): Texts {
  const forms = pluralForms(language);
  const filled: Texts = { ...texts };
  for (const [key, text] of Object.entries(english)) {
    if (typeof text !== 'string') {
      const own = texts[key];
      filled[key] = fillGaps(text, typeof own === 'object' ? own : {}, language);
    } else if (plural.test(key)) {
      const stem = key.replace(plural, '');
      if (texts[`${stem}_other`] === undefined) Object.assign(filled, englishForms(english, stem, forms));
    } else filled[key] ??= text;
  }
  return filled;
}
