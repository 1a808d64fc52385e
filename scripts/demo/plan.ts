import { gatherSquads, type Squad } from './people';
import { createRandom, type Random } from './random';
import { listTasks, type Task } from './tasks';
import { remarks } from './world';

/** What somebody does at a moment of play, in milliseconds since the first team came. */
export type Action = { at: number } & (
  | { kind: 'solve'; squad: number; player: number; task: string }
  | { kind: 'wrong'; squad: number; player: number; task: string; answer: string }
  /** Answers with a flag that was handed to another team. */
  | { kind: 'borrow'; squad: number; player: number; task: string; from: number }
  | { kind: 'notice'; text: string }
  | { kind: 'hint'; task: string; count: number }
  | { kind: 'release'; task: string }
);

export interface Plan {
  squads: Squad[];
  tasks: Task[];
  /** In order of time. */
  actions: Action[];
}

export const openingUntil = 120_000;
const playFrom = 12_000;
const openingGapMs = [230, 560] as const;
const laterGapMs = [2000, 6000] as const;
const wrongShare = { opening: 0.24, later: 0.34 };
/** A team does one thing at a time. */
const betweenActionsMs = 4000;
const settlesInMs = 6000;
const firstWordAt = 140_000;
const wordGapMs = [80_000, 150_000] as const;
const hintLeadMs = 100_000;
const betweenHintsMs = 10 * 60_000;
/** Starting a container takes a while, and a small machine has room for few. */
const containerStarts = { withinMs: 20_000, max: 4 };

interface Pair {
  squad: number;
  task: Task;
  readyAt: number;
  weight: number;
}

/** Who will solve what, sooner or later. */
function choosePairs(random: Random, squads: readonly Squad[], tasks: readonly Task[]): Pair[] {
  return squads.flatMap((squad, index) =>
    tasks.flatMap((task) => {
      const surplus = squad.skill * 1.25 - task.hardness + (random.next() - 0.5) * 0.34;
      if (surplus < 0 && task.hardness > 0.1) return [];
      const readyAt = Math.max(
        squad.arrivesAt + settlesInMs,
        task.firstSolveAt,
        task.releasedAt === undefined ? 0 : task.releasedAt + 60_000,
      );
      return [{ squad: index, task, readyAt, weight: Math.exp(3 * surplus + 1.5 * squad.skill - 3 * task.hardness) }];
    }),
  );
}

function pickWeighted<T>(random: Random, items: readonly T[], weigh: (item: T) => number): T | undefined {
  let rest = random.next() * items.reduce((sum, item) => sum + weigh(item), 0);
  return items.find((item) => {
    rest -= weigh(item);
    return rest < 0;
  });
}

const isContainer = ({ type }: Task) => type === 'StaticContainer' || type === 'DynamicContainer';

/** Right and wrong answers, first in a rush, then at the pace of people, until all is solved that will be. */
function planAnswers(random: Random, squads: readonly Squad[], tasks: readonly Task[]): Action[] {
  const actions: Action[] = [];
  const solvedTasks = new Set<string>();
  const lastActionAt = new Map<number, number>();
  const wrongs = new Map<string, number>();
  let pairs = choosePairs(random, squads, tasks);
  let starts: number[] = [];
  const mayAct = (squad: number, now: number) =>
    now >= (squads[squad]?.arrivesAt ?? 0) + settlesInMs &&
    now - (lastActionAt.get(squad) ?? -Infinity) >= betweenActionsMs;
  const playerOf = (squad: number) => random.int(0, (squads[squad]?.players.length ?? 1) - 1);

  const solve = (now: number) => {
    starts = starts.filter((at) => now - at < containerStarts.withinMs);
    const possible = pairs.filter(
      ({ squad, task, readyAt }) =>
        readyAt <= now &&
        now < (task.closesAt ?? Infinity) &&
        mayAct(squad, now) &&
        !(isContainer(task) && starts.length >= containerStarts.max),
    );
    // What could have been solved by now is on everybody's table until somebody does.
    const chosen = pickWeighted(random, possible, ({ task, weight }) => weight * (solvedTasks.has(task.key) ? 1 : 60));
    if (!chosen) return;
    const { squad, task } = chosen;
    pairs = pairs.filter((pair) => pair !== chosen);
    solvedTasks.add(task.key);
    lastActionAt.set(squad, now);
    if (isContainer(task)) starts.push(now);
    actions.push({ at: now, kind: 'solve', squad, player: playerOf(squad), task: task.key });
  };

  const fail = (now: number) => {
    const squad = random.int(0, squads.length - 1);
    const open = tasks.filter((task) => {
      if (now < (task.releasedAt ?? 0) + 20_000 || now >= (task.closesAt ?? Infinity)) return false;
      // One answer stays for the right one.
      if (task.submissionLimit > 0 && (wrongs.get(`${squad}/${task.key}`) ?? 0) >= task.submissionLimit - 1)
        return false;
      return !actions.some((action) => action.kind === 'solve' && action.squad === squad && action.task === task.key);
    });
    if (!mayAct(squad, now) || open.length === 0) return;
    const task = random.pick(open);
    const answer = random.pick(task.guesses);
    wrongs.set(`${squad}/${task.key}`, (wrongs.get(`${squad}/${task.key}`) ?? 0) + 1);
    lastActionAt.set(squad, now);
    actions.push({ at: now, kind: 'wrong', squad, player: playerOf(squad), task: task.key, answer });
  };

  for (let now = playFrom; pairs.some(({ task }) => now < (task.closesAt ?? Infinity)); ) {
    const opening = now < openingUntil;
    if (random.chance(opening ? wrongShare.opening : wrongShare.later)) fail(now);
    else solve(now);
    const [least, most] = opening ? openingGapMs : laterGapMs;
    now += random.int(least, most);
  }
  return actions;
}

/** A notice or a hint every two minutes or so, and the challenge that comes late. */
function planWords(random: Random, tasks: readonly Task[], until: number): Action[] {
  const words = tasks.flatMap((task): Action[] =>
    task.releasedAt === undefined ? [] : [{ at: task.releasedAt, kind: 'release', task: task.key }],
  );
  const given = new Map<string, number>();
  const playable = tasks.some(isContainer);
  const coming = remarks.filter(({ aboutContainers }) => playable || !aboutContainers).map(({ text }) => text);
  // The hardest of those whose time has come: a hint just before the first solve is what teams wait for.
  const pickHint = (at: number) =>
    tasks
      .filter(({ key, hintCount, firstSolveAt, releasedAt = 0, closesAt = Infinity }) => {
        const count = given.get(key) ?? 0;
        const due = Math.max(firstSolveAt - hintLeadMs, releasedAt + hintLeadMs) + count * betweenHintsMs;
        return count < hintCount && at >= due && at < closesAt;
      })
      .sort((one, other) => other.hardness - one.hardness)[0];

  for (let at = firstWordAt, turn = 0; at < until; at += random.int(wordGapMs[0], wordGapMs[1]), turn += 1) {
    const hint = turn % 3 === 0 && coming.length > 0 ? undefined : pickHint(at);
    const text = hint ? undefined : coming.shift();
    if (hint) {
      const count = (given.get(hint.key) ?? 0) + 1;
      given.set(hint.key, count);
      words.push({ at, kind: 'hint', task: hint.key, count });
    } else if (text !== undefined) words.push({ at, kind: 'notice', text });
  }
  return words;
}

/** One team passes on the flag of a file that is its own: it is noticed. */
function planBorrowing(
  random: Random,
  squads: readonly Squad[],
  tasks: readonly Task[],
  answers: readonly Action[],
): Action[] {
  const own = new Set(tasks.filter(({ type }) => type === 'DynamicAttachment').map(({ key }) => key));
  const solves = answers.flatMap((action) => (action.kind === 'solve' && own.has(action.task) ? [action] : []));
  const source = solves[0];
  if (!source) return [];
  const losers = squads.flatMap((_, index) => (solves.some(({ squad }) => squad === index) ? [] : [index]));
  if (losers.length === 0) return [];
  return [
    { at: 5.2 * 60_000, kind: 'borrow', squad: random.pick(losers), player: 0, task: source.task, from: source.squad },
  ];
}

/**
 * The whole evening: who comes, who solves what and when, who errs, what the organisers say. The same seed gives the
 * same evening.
 */
export function makePlan(seed: string, { containers }: { containers: boolean }): Plan {
  const random = createRandom(`evening/${seed}`);
  const squads = gatherSquads(random.fork('people'));
  const tasks = listTasks(containers);
  const answers = planAnswers(random.fork('answers'), squads, tasks);
  const until = answers.at(-1)?.at ?? 0;
  const words = planWords(random.fork('words'), tasks, until);
  const borrowing = planBorrowing(random.fork('borrowing'), squads, tasks, answers);
  return { squads, tasks, actions: [...answers, ...words, ...borrowing].sort((one, other) => one.at - other.at) };
}
