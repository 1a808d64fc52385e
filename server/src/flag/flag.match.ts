import { DomainError } from '@vexil/contract/errors';
import type { Tx } from '@vexil/db';
import { type FlagMatch, isDynamic } from '@vexil/db/enums/challenge';
import type { ChallengeRow, FlagRow } from '@vexil/db/schema/challenge';
import type { Deps } from '@vexil/http/deps';
import { foldFlag, isRule, shownFlag, storedFlag } from '@vexil/rules/flag-match.rules';
import { compilePattern, type Matches } from '@vexil/runtime/flag-match';
import { listRules } from './flag.queries';

/** Each costs every answer to the challenge. */
const patternsMax = 20;
const randomTexts = 20;
const randomBytesMax = 32;

export interface FlagToAdd {
  flag: string;
  match?: FlagMatch | undefined;
  example?: string | null | undefined;
  canary?: boolean | undefined;
}

/** What is stored of a flag, without its attachment. */
export function sealFlag(
  { sealing }: Pick<Deps, 'sealing'>,
  challengeId: number,
  { flag, match = 'Exact', example, canary: isCanary = false }: FlagToAdd,
): Pick<FlagRow, 'challengeId' | 'hash' | 'sealed' | 'match' | 'isCanary' | 'exampleSealed'> {
  const stored = storedFlag(flag, { match, isCanary });
  const hash = sealing.hashFlag(challengeId, stored);
  const exampleSealed = match === 'Regex' && example ? sealing.seal(example) : null;
  return { challengeId, hash, sealed: sealing.seal(stored), match, isCanary, exampleSealed };
}

/** Throws `flag.patternInvalid`, `flag.patternTooWide` and `flag.exampleWrong`. */
export function requirePattern(
  { random }: Pick<Deps, 'random'>,
  { flag, example }: Pick<FlagToAdd, 'flag' | 'example'>,
  path: string,
): Matches {
  const matches = compilePattern(flag, `${path}flag`);
  const texts = Array.from({ length: randomTexts }, (_, at) =>
    random
      .bytes(randomBytesMax)
      .toString('latin1')
      .replace(/[^!-~]/g, 'x')
      .slice(at),
  );
  if (matches('') || texts.every(matches)) throw new DomainError('flag.patternTooWide', { field: `${path}flag` });
  if (!matches(example?.trim() ?? '')) throw new DomainError('flag.exampleWrong', { field: `${path}example` });
  return matches;
}

/** Flags of a challenge by what is equal for all that match one text: the texts, and the expressions apart. */
class KnownFlags {
  private readonly exact = new Map<string, number>();
  private readonly folded = new Map<string, number>();
  /** Those that ignore case. */
  private readonly anyCase = new Map<string, number>();
  private readonly patterns: { number: number; example: string; matches: Matches }[] = [];
  private count = 0;

  constructor(private readonly deps: Pick<Deps, 'random'>) {}

  /** Adds a flag, one with a path checked as input, and gives the number of one that it overlaps, from 1 in the order of the list. */
  add({ flag, match = 'Exact', example }: FlagToAdd, path?: string): number | undefined {
    this.count += 1;
    const text = match === 'Regex' ? (example?.trim() ?? '') : flag;
    const matches = match === 'Regex' ? this.readPattern({ flag, example }, path) : undefined;
    const overlapped =
      this.equalOf(text, match) ??
      this.patterns.find((known) => known.matches(text))?.number ??
      (matches && [...this.exact].find(([known]) => matches(known))?.[1]);
    this.exact.set(text, this.exact.get(text) ?? this.count);
    this.folded.set(foldFlag(text), this.folded.get(foldFlag(text)) ?? this.count);
    if (match === 'IgnoreCase') this.anyCase.set(foldFlag(text), this.count);
    if (matches) this.patterns.push({ number: this.count, example: text, matches });
    if (this.patterns.length > patternsMax)
      throw new DomainError('flag.patternLimit', { field: `${path ?? ''}match`, params: { limit: patternsMax } });
    return overlapped;
  }

  /** A stored one has been checked. */
  private readPattern(flag: Pick<FlagToAdd, 'flag' | 'example'>, path: string | undefined): Matches {
    return path === undefined ? compilePattern(flag.flag, 'flag') : requirePattern(this.deps, flag, path);
  }

  private equalOf(text: string, match: FlagMatch): number | undefined {
    const folded = foldFlag(text);
    return match === 'IgnoreCase' ? this.folded.get(folded) : (this.exact.get(text) ?? this.anyCase.get(folded));
  }
}

/**
 * Where all teams have the same flags, no text may be right by two of them, or right and a canary. `added` has null for
 * what is not added. Throws `flag.notForAll`, `flag.overlaps`, `flag.patternLimit` and as `requirePattern` does.
 */
export async function requireApart(
  deps: Pick<Deps, 'random' | 'sealing'>,
  tx: Tx,
  { id, type }: Pick<ChallengeRow, 'id' | 'type'>,
  added: readonly (FlagToAdd | null)[],
): Promise<void> {
  if (isDynamic(type)) {
    const rule = added.findIndex((flag) => flag && isRule({ match: flag.match ?? 'Exact', isCanary: !!flag.canary }));
    if (rule >= 0) throw new DomainError('flag.notForAll', { field: `${rule}.match` });
    return;
  }
  const known = new KnownFlags(deps);
  for (const { sealed, match, exampleSealed } of await listRules(tx, id)) {
    const example = exampleSealed && deps.sealing.unseal(exampleSealed);
    known.add({ flag: shownFlag(deps.sealing.unseal(sealed)), match, example });
  }
  for (const [index, flag] of added.entries()) {
    const number = flag && known.add(flag, `${index}.`);
    if (number) throw new DomainError('flag.overlaps', { field: `${index}.flag`, params: { number } });
  }
}
