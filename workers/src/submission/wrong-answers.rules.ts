// Rate limit of logged wrong answers: the first few per team and challenge are logged at once, the rest of the minute is
// counted and logged in one line per team and challenge.

import type { Verdict } from '@vexil/rules/judge.rules';

export const windowMs = 60_000;
/** Log lines per team and challenge within a window. */
export const pairLinesMax = 3;
/** Log lines of all teams within a window. */
export const windowLinesMax = 200;
/** Summaries at the end of a window, for the pairs with the most answers. */
export const summariesMax = 50;
/** Pairs of team and challenge that are counted one by one. */
export const pairsMax = 5000;

export interface WrongAnswer {
  submission: Pick<Verdict['submission'], 'id' | 'challengeId' | 'participationId' | 'teamName' | 'userName' | 'ip'>;
  gameId: number;
  title: string;
  gameTitle: string;
}

interface Burst {
  last: WrongAnswer;
  firstId: number;
  count: number;
}

interface WindowSummary {
  bursts: Burst[];
  /** Wrong answers outside the bursts. */
  others: number;
}

interface Pair {
  lines: number;
  burst: Burst | null;
}

export interface WrongAnswerWindow {
  /** Counts an answer; true when it is to be logged now. */
  add(answer: WrongAnswer): boolean;
  readonly isPending: boolean;
  end(): WindowSummary;
}

export function createWrongAnswerWindow(): WrongAnswerWindow {
  let pairs = new Map<string, Pair>();
  let lines = 0;
  let pending = 0;
  let uncounted = 0;

  function count(pair: Pair, answer: WrongAnswer): void {
    pair.burst ??= { last: answer, firstId: answer.submission.id, count: 0 };
    pair.burst.last = answer;
    pair.burst.count += 1;
  }

  return {
    add(answer) {
      const { participationId, challengeId } = answer.submission;
      const key = `${participationId} ${challengeId}`;
      const known = pairs.get(key);
      const pair = known ?? { lines: 0, burst: null };
      if (!known && pairs.size < pairsMax) pairs.set(key, pair);
      else if (!known) {
        pending += 1;
        uncounted += 1;
        return false;
      }
      if (pair.lines < pairLinesMax && lines < windowLinesMax) {
        pair.lines += 1;
        lines += 1;
        return true;
      }
      pending += 1;
      count(pair, answer);
      return false;
    },
    get isPending() {
      return pending > 0;
    },
    end() {
      const all = [...pairs.values()].flatMap(({ burst }) => burst ?? []).sort((a, b) => b.count - a.count);
      const others = all.slice(summariesMax).reduce((sum, { count }) => sum + count, uncounted);
      pairs = new Map();
      lines = 0;
      pending = 0;
      uncounted = 0;
      return { bursts: all.slice(0, summariesMax), others };
    },
  };
}
