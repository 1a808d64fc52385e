import { flagLengthMax } from '@vexil/contract/flag.limits';
import { flagRefusal } from '@vexil/rules/flag.rules';

export const flagSources = ['name', 'nameWithoutEnding', 'list'] as const;
/** Where the flag of a file comes from. */
export type FlagSource = (typeof flagSources)[number];

export type FileProblem = 'noFlag' | 'tooLarge' | 'tooLong' | 'unstorable' | 'present' | 'repeated';

export type FileMatch = {
  flag?: string;
  /** Why the file is not sent. */
  problem?: FileProblem;
  /** The flag is stored already and gets its file. */
  isKnown?: boolean;
};

export type ListLine = {
  /** Line number of the input, from 1. */
  number: number;
  name: string;
  flag: string;
  /** Why the line is not used. */
  problem?: 'noFlag' | 'repeated';
};

type ChosenFile = { name: string; size: number };

type Matching = {
  files: readonly ChosenFile[];
  source: FlagSource;
  lines: readonly ListLine[];
  /** The stored flags. */
  known: readonly { flag: string; attachment: unknown }[];
  /** Flags of files that are sent already. */
  sent: ReadonlySet<string>;
  /** Of one file. */
  sizeBytesMax: number | undefined;
};

export type Matched = {
  /** In the order of the files. */
  files: FileMatch[];
  /** Flags of the list and stored ones to which no file belongs. */
  flagsWithoutFile: string[];
};

const withoutEnding = (name: string) => name.replace(/\.[^.{}]+$/, '');

/** `name flag` per line, separated by blanks, comma, semicolon or tab; a name with blanks stands in double quotes. */
export function readFlagList(text: string): ListLine[] {
  const seen = new Set<string>();
  return text.split('\n').flatMap((raw, index): ListLine[] => {
    const line = raw.trim();
    if (line === '') return [];
    const [, quoted, plain, flag] = /^(?:"([^"]+)"|([^\s,;]+))[\s,;]+([^\s,;].*)$/.exec(line) ?? [];
    const name = quoted ?? plain;
    if (name === undefined || flag === undefined)
      return [{ number: index + 1, name: line, flag: '', problem: 'noFlag' }];
    const repeated = seen.has(name);
    seen.add(name);
    return [{ number: index + 1, name, flag, ...(repeated ? { problem: 'repeated' as const } : {}) }];
  });
}

/** Finds the flag of each file, without sending anything. */
export function matchFiles({
  files,
  source,
  lines,
  known,
  sent,
  sizeBytesMax = Number.POSITIVE_INFINITY,
}: Matching): Matched {
  const usable = lines.filter(({ problem }) => !problem);
  const flagByName = new Map(usable.map(({ name, flag }) => [name, flag]));
  const flagOf = ({ name }: ChosenFile): string | undefined => {
    if (source === 'list') return flagByName.get(name) ?? flagByName.get(withoutEnding(name));
    return source === 'name' ? name : withoutEnding(name);
  };
  const full = new Set(known.filter(({ attachment }) => attachment !== null).map(({ flag }) => flag));
  const withoutFile = new Set(known.filter(({ attachment }) => attachment === null).map(({ flag }) => flag));
  const used = new Set(sent);
  const matches = files.map((file): FileMatch => {
    const flag = flagOf(file);
    const problem = file.size > sizeBytesMax ? 'tooLarge' : problemOf(flag, full, used);
    if (problem || flag === undefined) return { ...(flag === undefined ? {} : { flag }), problem: problem ?? 'noFlag' };
    used.add(flag);
    return { flag, ...(withoutFile.has(flag) && !full.has(flag) ? { isKnown: true } : {}) };
  });
  const expected = [...withoutFile, ...(source === 'list' ? usable.map(({ flag }) => flag) : [])];
  return {
    files: matches,
    flagsWithoutFile: [...new Set(expected)].filter((flag) => !used.has(flag) && !full.has(flag)),
  };
}

function problemOf(
  flag: string | undefined,
  full: ReadonlySet<string>,
  used: ReadonlySet<string>,
): FileProblem | undefined {
  if (flag === undefined) return 'noFlag';
  const refusal = flagRefusal(flag);
  if (refusal) return refusal === 'blank' ? 'noFlag' : refusal;
  if (used.has(flag)) return 'repeated';
  return full.has(flag) ? 'present' : undefined;
}

export { flagLengthMax };
