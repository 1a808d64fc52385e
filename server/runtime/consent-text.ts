import { hash } from 'node:crypto';

/** A text that has to be accepted. */
export interface ConsentText {
  hash: string;
  text: string;
}

export const nameText = (text: string): ConsentText => ({ hash: hash('sha256', text), text });

/** Of a division; null where it has none. */
export const ruleOf = ({ ruleText }: { ruleText: string }): ConsentText | null => rulesOf({ rules: ruleText });

/** null where the game has none. */
export const rulesOf = ({ rules }: { rules: string }): ConsentText | null =>
  rules.trim() === '' ? null : nameText(rules);
