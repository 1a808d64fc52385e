// Players that send flags and read pages all the time. What was acknowledged is kept and compared with the database at
// the end.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@vexil/db';
import { checkSubmissions, servesTheBoard, untilJudged } from '../bench/verify';
import { type Competition, type Player, submit, type Task } from './competition';
import { reasonOf } from './person';
import { describeTimes, type Report, secondsOf } from './report';

interface Acknowledged {
  id: number;
  verdict: 'Accepted' | 'WrongAnswer';
}

export interface Load {
  readonly acknowledged: readonly Acknowledged[];
  /** How each was refused, or why it was not answered. */
  readonly failed: readonly string[];
  readonly requests: number;
  readonly times: readonly number[];
  /** Longest time without an answered submission, since the last `startSpan`. */
  longestGapMs(): number;
  /** @returns how many requests failed since, by kind, the most frequent first */
  startSpan(): () => string[];
  untilAcknowledged(count: number): Promise<void>;
  end(): Promise<void>;
}

export interface LoadOptions {
  /** Between two submissions of a player. */
  everyMs?: number;
  /** Between two pages of a player that reads. */
  readEveryMs?: number;
  /** How many of the players play; all by default. */
  players?: number;
}

function countKinds(failed: readonly string[]): string[] {
  const counts = new Map<string, number>();
  // What the message says after the status is the same failure.
  for (const what of failed) {
    const kind = what.replace(/(: \d{3}) .*/s, '$1');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([kind, count]) => `${count} × ${kind}`);
}

class Ledger {
  readonly acknowledged: Acknowledged[] = [];
  readonly failed: string[] = [];
  readonly times: number[] = [];
  requests = 0;
  private lastAt = performance.now();
  private gapMs = 0;

  async run(work: () => Promise<void>): Promise<boolean> {
    const startedAt = performance.now();
    this.requests += 1;
    try {
      await work();
      this.times.push(performance.now() - startedAt);
      return true;
    } catch (error) {
      this.failed.push(reasonOf(error));
      return false;
    }
  }

  acknowledge(one: Acknowledged): void {
    const now = performance.now();
    this.gapMs = Math.max(this.gapMs, now - this.lastAt);
    this.lastAt = now;
    this.acknowledged.push(one);
  }

  startSpan(): () => string[] {
    this.gapMs = 0;
    this.lastAt = performance.now();
    const from = this.failed.length;
    return () => countKinds(this.failed.slice(from));
  }

  longestGapMs(): number {
    return Math.max(this.gapMs, performance.now() - this.lastAt);
  }
}

export function startLoad(game: Competition, { everyMs = 250, readEveryMs = 100, players }: LoadOptions = {}): Load {
  const ledger = new Ledger();
  let isEnding = false;
  const play = async (player: Player, at: number) => {
    for (let turn = 0; !isEnding; turn += 1) {
      const task = game.tasks[(turn + at) % game.tasks.length] as Task;
      const isRight = turn % 4 === at % 4;
      await ledger.run(async () => {
        const id = await submit(game, player, task, isRight ? task.flag : `flag{wrong_${at}_${turn}}`);
        ledger.acknowledge({ id, verdict: isRight ? 'Accepted' : 'WrongAnswer' });
      });
      await sleep(everyMs);
    }
  };
  const read = async ({ as }: Player) => {
    const input = { params: { id: game.gameId } };
    const pages = [() => as.scoreboard.get(input), () => as.challenge.details(input), () => as.notice.list(input)];
    for (let turn = 0; !isEnding; turn += 1) {
      await ledger.run(async () => void (await pages[turn % pages.length]?.()));
      await sleep(readEveryMs);
    }
  };
  const playing = game.players.slice(0, players);
  const running = Promise.all([...playing.map(play), ...playing.slice(0, 4).map(read)]);
  return {
    acknowledged: ledger.acknowledged,
    failed: ledger.failed,
    times: ledger.times,
    get requests() {
      return ledger.requests;
    },
    longestGapMs: () => ledger.longestGapMs(),
    startSpan: () => ledger.startSpan(),
    async untilAcknowledged(count) {
      const until = ledger.acknowledged.length + count;
      while (ledger.acknowledged.length < until) await sleep(50);
    },
    async end() {
      isEnding = true;
      await running;
    },
  };
}

async function countOtherVerdicts({ sql }: Database, acknowledged: readonly Acknowledged[]): Promise<number> {
  const ids = acknowledged.map(({ id }) => id);
  const verdicts = acknowledged.map(({ verdict }) => verdict);
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from unnest(${ids}::int[], ${verdicts}::text[]) as sent(id, verdict)
    left join submissions s on s.id = sent.id where s.status::text is distinct from sent.verdict`;
  return row?.count ?? 0;
}

export interface Judgement {
  database: Database;
  game: Competition;
  load: Load;
  /** Servers whose boards are compared. */
  ports: readonly number[];
  timeoutMs?: number;
}

/** Ends the load and compares what was acknowledged with what is stored, and the boards with the stored facts. */
export async function checkNothingLost(report: Report, { database, game, load, ports, timeoutMs = 60_000 }: Judgement) {
  await load.end();
  const startedAt = performance.now();
  const unjudged = await untilJudged(database, timeoutMs);
  report.fact('last verdict after the end of the load', secondsOf(performance.now() - startedAt));
  const ids = load.acknowledged.map(({ id }) => id);
  const kept = await checkSubmissions(database, game.gameId, ids);
  report.fact('requests', `${load.requests}, ${describeTimes(load.times)}`);
  report.check(
    'submissions acknowledged, stored and judged once',
    kept.lost + kept.unjudged + kept.uneven + unjudged === 0,
    `${ids.length} acknowledged, ${kept.lost} lost, ${kept.unjudged} unjudged, ${kept.uneven} with more or fewer events than one`,
  );
  report.check('verdicts are right', (await countOtherVerdicts(database, load.acknowledged)) === 0);
  report.check('solves and bloods in order of arrival', kept.wrongSolves + kept.wrongBloods === 0);
  for (const port of ports) {
    report.check(
      `board of the server at ${port} equals the stored facts`,
      await servesTheBoard(database, game.gameId, port, timeoutMs),
    );
  }
}

/** Failed requests by kind, as a check that there are none. */
export function checkNoErrors(report: Report, load: Load): void {
  const kinds = countKinds(load.failed).slice(0, 5);
  report.check(
    'requests without an error',
    load.failed.length === 0,
    [`${load.failed.length} failed`, ...kinds].join('; '),
  );
}
