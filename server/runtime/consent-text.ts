import { hash } from 'node:crypto';
import type { Settings, TermsPolicy } from '@vexil/contract/settings';

/** A text that has to be accepted. */
export interface ConsentText {
  hash: string;
  text: string;
}

const nameText = (text: string): ConsentText => ({ hash: hash('sha256', text), text });

/** Of a division; null where it has none. */
export const ruleOf = ({ ruleText }: { ruleText: string }): ConsentText | null => rulesOf({ rules: ruleText });

/** null where the game has none. */
export const rulesOf = ({ rules }: { rules: string }): ConsentText | null =>
  rules.trim() === '' ? null : nameText(rules);

const known = new WeakMap<TermsPolicy, ConsentText | null>();

/** null where none are set. The members are kept apart, so that a paragraph that moves is another text. */
export function termsOf({ termsPolicy }: Pick<Settings, 'termsPolicy'>): ConsentText | null {
  let text = known.get(termsPolicy);
  if (text === undefined) {
    const { terms, privacy, eligibility } = termsPolicy;
    const isEmpty = `${terms}${privacy}${eligibility}`.trim() === '';
    text = isEmpty ? null : nameText(JSON.stringify({ terms, privacy, eligibility }));
    known.set(termsPolicy, text);
  }
  return text;
}
