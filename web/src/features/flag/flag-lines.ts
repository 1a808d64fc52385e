import { flagLengthMax } from '@vexil/contract/flag.limits';
import { isPlace } from '@vexil/rules/asset.rules';
import { flagRefusal } from '@vexil/rules/flag.rules';

export type LineProblem = 'tooLong' | 'unstorable' | 'repeated' | 'present' | 'noLink' | 'badLink';

export type FlagLine = {
  /** Line number of the input, from 1. */
  number: number;
  flag: string;
  link?: string;
  /** Why the line is not sent. */
  problem?: LineProblem;
};

/** Duplicates are skipped; other problems must be fixed. */
export const isHarmless = (problem: LineProblem | undefined) => problem === 'repeated' || problem === 'present';

/** One flag per line; empty lines and surrounding spaces are ignored. */
export function readFlagLines(text: string, known: Iterable<string>): FlagLine[] {
  return mark(
    filledLines(text).map(({ number, line }) => ({ number, flag: line })),
    known,
  );
}

/** `flag link` per line; the flag may contain spaces, the link cannot. */
export function readLinkLines(text: string, known: Iterable<string>): FlagLine[] {
  const lines = filledLines(text).map(({ number, line }): FlagLine => {
    const [, flag, link] = /^(.*\S)\s+(\S+)$/.exec(line) ?? [];
    if (flag === undefined || link === undefined) return { number, flag: line, problem: 'noLink' };
    return { number, flag, link, problem: isLink(link) ? undefined : 'badLink' };
  });
  return mark(lines, known);
}

function filledLines(text: string): { number: number; line: string }[] {
  return text
    .split('\n')
    .map((line, index) => ({ number: index + 1, line: line.trim() }))
    .filter(({ line }) => line !== '');
}

const isLink = (link: string) => isPlace(link) || (/^https?:\/\//i.test(link) && URL.canParse(link));

function mark(lines: FlagLine[], known: Iterable<string>): FlagLine[] {
  const present = new Set(known);
  const seen = new Set<string>();
  return lines.map((line) => {
    const problem = line.problem ?? problemOf(line.flag, present, seen);
    seen.add(line.flag);
    return problem ? { ...line, problem } : line;
  });
}

function problemOf(flag: string, present: Set<string>, seen: Set<string>): LineProblem | undefined {
  const refusal = flagRefusal(flag);
  if (refusal === 'tooLong' || refusal === 'unstorable') return refusal;
  if (present.has(flag)) return 'present';
  return seen.has(flag) ? 'repeated' : undefined;
}

export { flagLengthMax };
