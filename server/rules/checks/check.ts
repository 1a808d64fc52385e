import type { ChallengeInfo } from '@vexil/contract/challenge';
import type { Division } from '@vexil/contract/division';
import type { CheckCode, CheckState } from '@vexil/contract/doctor';
import type { GameInfo } from '@vexil/contract/game';
import type { GameHealth } from '@vexil/contract/health';

/** Who reads it: administrators, or organisers before the start of a game, or during and after it. */
type Audience = 'platform' | 'before' | 'during';

/** One question. Its file, an entry in the list, and its texts are all there is of it. */
export interface Check<Facts, Answer> {
  name: string;
  audience: Audience;
  ask(facts: Facts): Answer;
}

export type GamePage =
  | 'challenges'
  | 'divisions'
  | 'review'
  | 'cheating'
  | 'unjudged'
  | 'writeups'
  | 'reveal'
  | 'judging'
  | 'notices';

/** Where a problem is solved. */
export type Fix =
  | { page: 'info'; section: string }
  | { page: GamePage }
  | { page: 'flags' | 'wrongFlags'; challengeId: number }
  | { page: 'challenge'; challengeId: number; section?: string };

export interface GameVerdict {
  /** A `warning` does not block the launch. */
  state: Exclude<CheckState, 'unknown'>;
  /** The text key's last part, where a check finds several problems. */
  reason: string;
  /** What the game-day check says of it; none where it finds that out by itself. */
  code?: CheckCode;
  /** Titles of the affected challenges or names of the affected divisions. */
  names: string[];
  /** The affected challenges with what was counted, where each has a place of its own. */
  challenges?: { id: number; title: string; fix: Fix; figures: Record<string, string | number> }[];
  count?: number;
  /** Unix milliseconds. */
  since?: number | null;
  fix?: Fix;
}

export interface BeforeFacts {
  game: GameInfo;
  /** Those that are enabled. */
  challenges: readonly ChallengeInfo[];
  divisions: readonly Division[];
  /** Unix milliseconds. */
  now: number;
}

export interface DuringFacts {
  game: GameInfo;
  health: GameHealth;
  /** Unix milliseconds. */
  now: number;
}

/** undefined where the question makes no sense. */
export type BeforeCheck = Check<BeforeFacts, GameVerdict | undefined> & { audience: 'before' };

/** undefined where nothing needs attention. */
export type DuringCheck = Check<DuringFacts, GameVerdict | undefined> & { audience: 'during' };

export const info = (section: string): Fix => ({ page: 'info', section });

/** Done, but for what is given. */
export const verdict = (fix: Fix, problem?: Partial<GameVerdict> | false): GameVerdict => ({
  ...{ state: 'ok', reason: 'done', names: [], fix },
  ...problem,
});

/** Done where no challenge is affected; else it leads to the first of them. */
export function verdictOn(
  found: readonly ChallengeInfo[],
  problem: Pick<GameVerdict, 'state' | 'reason' | 'code'>,
  fixOf: (challengeId: number) => Fix,
): GameVerdict {
  const [first] = found;
  if (!first) return verdict({ page: 'challenges' });
  return verdict(fixOf(first.id), { ...problem, names: found.map(({ title }) => title) });
}
