import type { Scoreboard } from '@vexil/contract/scoreboard';
import { defaultScoreCurve } from '@vexil/rules/score-curve.rules';
import { computeScoreboard, type ScoreboardFacts } from '@vexil/rules/scoreboard.rules';

const hourMs = 3_600_000;

/** A game that has run for two of its ten hours. */
export const boardTimes = () => ({ start: Date.now() - 2 * hourMs, end: Date.now() + 8 * hourMs });

type BoardInput = {
  teams?: number;
  challenges?: { id: number; title: string; category: ScoreboardFacts['challenges'][number]['category'] }[];
  /** Team and challenge, in order of arrival. */
  solves?: [team: number, challenge: number][];
  /** Which division a team is in; without divisions when left out. */
  divisionOf?: (team: number) => number | null;
};

const everything = 2 ** 31 - 1;
const rankOverall = 2;

/** Facts of a game with `teams` teams named "Team 1"…; division 9 takes no place in the overall ranking. */
export function buildFacts({ teams = 3, challenges, solves = [], divisionOf }: BoardInput = {}): ScoreboardFacts {
  const times = boardTimes();
  const tasks = challenges ?? [
    { id: 31, title: 'Cookie jar', category: 'Web' as const },
    { id: 32, title: 'Twin primes', category: 'Crypto' as const },
  ];
  return {
    game: { id: 1, ...times, bloodBonus: 52459530 },
    divisions: divisionOf
      ? [
          { id: 1, name: 'Students', defaultPermissions: everything, challengeConfigs: [] },
          { id: 9, name: 'Guests', defaultPermissions: everything & ~rankOverall, challengeConfigs: [] },
        ]
      : [],
    participations: Array.from({ length: teams }, (_, index) => ({
      id: index + 1,
      teamId: index + 1,
      teamName: `Team ${index + 1}`,
      bio: null,
      avatar: null,
      divisionId: divisionOf?.(index + 1) ?? null,
      status: 'Accepted' as const,
    })),
    challenges: tasks.map((task) => ({
      ...task,
      enabled: true,
      disableBloodBonus: false,
      deadline: null,
      ...defaultScoreCurve,
      originalScore: 500,
      minScoreRate: 0.5,
      difficulty: 10,
    })),
    solves: solves.map(([participationId, challengeId], index) => ({
      participationId,
      challengeId,
      submissionId: index + 1,
      userName: `player ${participationId}`,
      time: times.start + (index + 1) * 60_000,
    })),
    awards: [],
  } as ScoreboardFacts;
}

/** The board of facts, as the server publishes it. */
export const buildBoard = (facts: ScoreboardFacts, version = 1): Scoreboard =>
  ({ ...computeScoreboard(facts, Date.now()), version }) as Scoreboard;
