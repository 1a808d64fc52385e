import { listChallenges, type PlannedChallenge } from './challenges';
import { type PlannedTeam, pickTeams } from './people';
import { createRandom, type Random } from './random';
import { remarks } from './world';

/** Times are milliseconds of play since the first team registered. */
export type Action = { at: number } & (
  | { kind: 'solve'; team: number; player: number; challenge: string }
  | { kind: 'wrong'; team: number; player: number; challenge: string; answer: string }
  /** Submits a flag that belongs to another team. */
  | { kind: 'borrow'; team: number; player: number; challenge: string; from: number }
  | { kind: 'notice'; text: string }
  | { kind: 'hint'; challenge: string; count: number }
  | { kind: 'release'; challenge: string }
);

export interface Plan {
  teams: PlannedTeam[];
  challenges: PlannedChallenge[];
  actions: Action[];
}

export const openingUntil = 120_000;
const playFrom = 12_000;
const openingGapMs = [230, 560] as const;
const laterGapMs = [2000, 6000] as const;
const wrongShare = { opening: 0.24, later: 0.34 };
const betweenActionsMs = 4000;
const settlesInMs = 6000;
const firstAnnouncementAt = 140_000;
const announcementGapMs = [80_000, 150_000] as const;
const hintLeadMs = 100_000;
const betweenHintsMs = 10 * 60_000;
/** Starting a container takes a while, and a small machine has room for few. */
const containerStarts = { withinMs: 20_000, max: 4 };

interface Pair {
  team: number;
  challenge: PlannedChallenge;
  readyAt: number;
  weight: number;
}

function choosePairs(random: Random, teams: readonly PlannedTeam[], challenges: readonly PlannedChallenge[]): Pair[] {
  return teams.flatMap((team, index) =>
    challenges.flatMap((challenge) => {
      const surplus = team.skill * 1.25 - challenge.hardness + (random.next() - 0.5) * 0.34;
      if (surplus < 0 && challenge.hardness > 0.1) return [];
      const readyAt = Math.max(
        team.arrivesAt + settlesInMs,
        challenge.firstSolveAt,
        challenge.releasedAt === undefined ? 0 : challenge.releasedAt + 60_000,
      );
      return [
        { team: index, challenge, readyAt, weight: Math.exp(3 * surplus + 1.5 * team.skill - 3 * challenge.hardness) },
      ];
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

const isContainer = ({ type }: PlannedChallenge) => type === 'StaticContainer' || type === 'DynamicContainer';

/** Right and wrong submissions: a rush at first, then a human pace until all planned solves are done. */
function planAnswers(random: Random, teams: readonly PlannedTeam[], challenges: readonly PlannedChallenge[]): Action[] {
  const actions: Action[] = [];
  const solvedChallenges = new Set<string>();
  const lastActionAt = new Map<number, number>();
  const wrongs = new Map<string, number>();
  let pairs = choosePairs(random, teams, challenges);
  let starts: number[] = [];
  const mayAct = (team: number, now: number) =>
    now >= (teams[team]?.arrivesAt ?? 0) + settlesInMs &&
    now - (lastActionAt.get(team) ?? -Infinity) >= betweenActionsMs;
  const playerOf = (team: number) => random.int(0, (teams[team]?.players.length ?? 1) - 1);

  const solve = (now: number) => {
    starts = starts.filter((at) => now - at < containerStarts.withinMs);
    const possible = pairs.filter(
      ({ team, challenge, readyAt }) =>
        readyAt <= now &&
        now < (challenge.closesAt ?? Infinity) &&
        mayAct(team, now) &&
        !(isContainer(challenge) && starts.length >= containerStarts.max),
    );
    // A challenge that is due but unsolved comes first.
    const chosen = pickWeighted(
      random,
      possible,
      ({ challenge, weight }) => weight * (solvedChallenges.has(challenge.key) ? 1 : 60),
    );
    if (!chosen) return;
    const { team, challenge } = chosen;
    pairs = pairs.filter((pair) => pair !== chosen);
    solvedChallenges.add(challenge.key);
    lastActionAt.set(team, now);
    if (isContainer(challenge)) starts.push(now);
    actions.push({ at: now, kind: 'solve', team, player: playerOf(team), challenge: challenge.key });
  };

  const fail = (now: number) => {
    const team = random.int(0, teams.length - 1);
    const open = challenges.filter((challenge) => {
      if (now < (challenge.releasedAt ?? 0) + 20_000 || now >= (challenge.closesAt ?? Infinity)) return false;
      // One submission is reserved for the right one.
      if (
        challenge.submissionLimit > 0 &&
        (wrongs.get(`${team}/${challenge.key}`) ?? 0) >= challenge.submissionLimit - 1
      )
        return false;
      return !actions.some(
        (action) => action.kind === 'solve' && action.team === team && action.challenge === challenge.key,
      );
    });
    if (!mayAct(team, now) || open.length === 0) return;
    const challenge = random.pick(open);
    const answer = random.pick(challenge.guesses);
    wrongs.set(`${team}/${challenge.key}`, (wrongs.get(`${team}/${challenge.key}`) ?? 0) + 1);
    lastActionAt.set(team, now);
    actions.push({ at: now, kind: 'wrong', team, player: playerOf(team), challenge: challenge.key, answer });
  };

  for (let now = playFrom; pairs.some(({ challenge }) => now < (challenge.closesAt ?? Infinity)); ) {
    const opening = now < openingUntil;
    if (random.chance(opening ? wrongShare.opening : wrongShare.later)) fail(now);
    else solve(now);
    const [least, most] = opening ? openingGapMs : laterGapMs;
    now += random.int(least, most);
  }
  return actions;
}

function planAnnouncements(random: Random, challenges: readonly PlannedChallenge[], until: number): Action[] {
  const announcements = challenges.flatMap((challenge): Action[] =>
    challenge.releasedAt === undefined ? [] : [{ at: challenge.releasedAt, kind: 'release', challenge: challenge.key }],
  );
  const given = new Map<string, number>();
  const playable = challenges.some(isContainer);
  const coming = remarks.filter(({ aboutContainers }) => playable || !aboutContainers).map(({ text }) => text);
  // The hardest challenge that is due: a hint is wanted just before the first solve.
  const pickHint = (at: number) =>
    challenges
      .filter(({ key, hintCount, firstSolveAt, releasedAt = 0, closesAt = Infinity }) => {
        const count = given.get(key) ?? 0;
        const due = Math.max(firstSolveAt - hintLeadMs, releasedAt + hintLeadMs) + count * betweenHintsMs;
        return count < hintCount && at >= due && at < closesAt;
      })
      .sort((one, other) => other.hardness - one.hardness)[0];

  for (
    let at = firstAnnouncementAt, turn = 0;
    at < until;
    at += random.int(announcementGapMs[0], announcementGapMs[1]), turn += 1
  ) {
    const hint = turn % 3 === 0 && coming.length > 0 ? undefined : pickHint(at);
    const text = hint ? undefined : coming.shift();
    if (hint) {
      const count = (given.get(hint.key) ?? 0) + 1;
      given.set(hint.key, count);
      announcements.push({ at, kind: 'hint', challenge: hint.key, count });
    } else if (text !== undefined) announcements.push({ at, kind: 'notice', text });
  }
  return announcements;
}

/** One team submits the flag of another team's file, which is detected. */
function planBorrowing(
  random: Random,
  teams: readonly PlannedTeam[],
  challenges: readonly PlannedChallenge[],
  answers: readonly Action[],
): Action[] {
  const own = new Set(challenges.filter(({ type }) => type === 'DynamicAttachment').map(({ key }) => key));
  const solves = answers.flatMap((action) => (action.kind === 'solve' && own.has(action.challenge) ? [action] : []));
  const source = solves[0];
  if (!source) return [];
  const losers = teams.flatMap((_, index) => (solves.some(({ team }) => team === index) ? [] : [index]));
  if (losers.length === 0) return [];
  return [
    {
      at: 5.2 * 60_000,
      kind: 'borrow',
      team: random.pick(losers),
      player: 0,
      challenge: source.challenge,
      from: source.team,
    },
  ];
}

/** The same seed gives the same plan. */
export function makePlan(seed: string, { containers }: { containers: boolean }): Plan {
  const random = createRandom(`evening/${seed}`);
  const teams = pickTeams(random.fork('people'));
  const challenges = listChallenges(containers);
  const answers = planAnswers(random.fork('answers'), teams, challenges);
  const until = answers.at(-1)?.at ?? 0;
  const announcements = planAnnouncements(random.fork('words'), challenges, until);
  const borrowing = planBorrowing(random.fork('borrowing'), teams, challenges, answers);
  return {
    teams,
    challenges,
    actions: [...answers, ...announcements, ...borrowing].sort((one, other) => one.at - other.at),
  };
}
