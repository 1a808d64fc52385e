// What the log says of wrong answers: each of the first few of a team on a challenge has a line at once; the rest of a
// minute is counted and told in one line per team and challenge. So a flood costs the log a fixed number of lines.

import type { Verdict } from './judge';

/** Counts begin anew after this time. */
export const windowMs = 60_000;
/** Lines of one team on one challenge within a window. */
export const pairLinesMax = 3;
/** Lines of all teams within a window. */
export const windowLinesMax = 200;
/** Summaries at the end of a window; the pairs with the most answers have them. */
export const summariesMax = 50;
/** Pairs that are counted by themselves. */
export const pairsMax = 5000;

export interface WrongAnswer {
  submission: Pick<Verdict['submission'], 'id' | 'challengeId' | 'participationId' | 'teamName' | 'userName' | 'ip'>;
  /** Title of the challenge, and of its game. */
  title: string;
  gameTitle: string;
}

/** Further answers of one team on one challenge within a window. */
export interface Burst {
  last: WrongAnswer;
  firstId: number;
  count: number;
}

export interface WindowSummary {
  bursts: Burst[];
  /** Wrong answers beyond the bursts that have a line of their own. */
  others: number;
}

interface Pair {
  lines: number;
  burst: Burst | null;
}

export interface WrongAnswerWindow {
  /** Counts an answer; true when it has a line of its own. */
  add(answer: WrongAnswer): boolean;
  /** Whether some answer has had no line. */
  readonly isPending: boolean;
  /** What had no line; begins a new window. */
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
