import type { FlagMatch } from '@vexil/db/enums/challenge';

/** No answer has one, so an answer never has the hash of such a flag. */
const mark = '\0';

/** Flags that are more than one right text, or none. */
export const isRule = ({ match, isCanary }: { match: FlagMatch; isCanary: boolean }): boolean =>
  match !== 'Exact' || isCanary;

/** What is sealed and hashed of a flag. */
export const storedFlag = (text: string, flag: { match: FlagMatch; isCanary: boolean }): string =>
  isRule(flag) ? mark + text : text;

export const shownFlag = (stored: string): string => (stored.startsWith(mark) ? stored.slice(mark.length) : stored);

/** Equal for texts that differ by case alone. Through both cases, because some letters have several small forms. */
export const foldFlag = (text: string): string => text.trim().toLowerCase().toUpperCase().toLowerCase();
