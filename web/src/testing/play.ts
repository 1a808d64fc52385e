import type { ChallengeDetail, GameDetails, ListedChallenge } from '@vexil/contract/challenge';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import type { ContainerChanged } from '@vexil/contract/container';
import { containerEndpoints } from '@vexil/contract/container.endpoints';
import type { DetailedGame } from '@vexil/contract/game';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { noticeEndpoints } from '@vexil/contract/notice.endpoints';
import type { Scoreboard, ScoreboardChallenge, ScoreboardItem } from '@vexil/contract/scoreboard';
import { scoreboardEndpoints } from '@vexil/contract/scoreboard.endpoints';
import { submissionEndpoints } from '@vexil/contract/submission.endpoints';
import { answer } from './api';
import { buildDetailedGame, signIn } from './builders';

export const buildBoardChallenge = (given: Partial<ScoreboardChallenge> = {}): ScoreboardChallenge => ({
  id: 31,
  title: 'Cookie jar',
  category: 'Web',
  score: 500,
  solved: 0,
  deadline: null,
  bloods: [],
  disableBloodBonus: false,
  ...given,
});

export const buildInstance = (given: Partial<ContainerChanged> = {}): ContainerChanged => ({
  challengeId: 31,
  containerId: '01890a5d-ac96-774b-bcce-b302099a8057',
  state: 'running',
  requestedAt: Date.now(),
  entry: 'play.example.org:31337',
  expectStopAt: Date.now() + 3_600_000,
  position: null,
  ports: [],
  waitSeconds: null,
  isFull: false,
  isShared: false,
  userName: 'bo',
  endReason: null,
  ...given,
});

export const buildBoardRow = (given: Partial<ScoreboardItem> = {}): ScoreboardItem => ({
  id: 7,
  name: 'Nightjars',
  bio: null,
  divisionId: null,
  avatar: null,
  score: 0,
  rank: 1,
  divisionRank: null,
  lastSubmissionTime: -62135596800000,
  solvedChallenges: [],
  solvedCount: 0,
  ...given,
});

export const buildBoard = (given: Partial<Scoreboard> = {}): Scoreboard => ({
  updateTimeUtc: 1_000_000,
  bloodBonus: 0,
  timelines: [],
  items: [buildBoardRow()],
  divisions: [],
  challenges: { Web: [buildBoardChallenge()] },
  challengeCount: 1,
  version: 4,
  ...given,
});

export const buildDetails = (given: Partial<GameDetails> = {}): GameDetails => ({
  challenges: { Web: [buildBoardChallenge()] },
  challengeCount: 1,
  rank: buildBoardRow(),
  teamToken: '7:c2lnbmF0dXJl',
  writeupRequired: false,
  writeupDeadline: 0,
  ...given,
});

export const buildChallenge = (given: Partial<ChallengeDetail> = {}): ChallengeDetail => ({
  id: 31,
  title: 'Cookie jar',
  content: 'Who took them?',
  author: '',
  tags: [],
  next: null,
  category: 'Web',
  customCategory: null,
  hints: [],
  hintList: [],
  hintBudget: null,
  score: 500,
  type: 'StaticAttachment',
  context: { closeTime: null, instanceEntry: null, url: null, fileSize: null, files: [], connection: null },
  limit: 0,
  attempts: 0,
  isShared: false,
  deadline: null,
  check: null,
  lastEnd: null,
  ...given,
});

type Playing = { game?: Partial<DetailedGame>; challenges?: ListedChallenge[]; rank?: Partial<ScoreboardItem> };

/** Signs in a member of the team Nightjars in a running game and answers the calls of all its pages. */
export function play({ game, challenges = [buildBoardChallenge()], rank }: Playing = {}): void {
  const row = buildBoardRow(rank);
  const groups: Scoreboard['challenges'] = {};
  for (const challenge of challenges) groups[challenge.category] = [...(groups[challenge.category] ?? []), challenge];
  signIn();
  answer(gameEndpoints.get, buildDetailedGame({ status: 'Accepted', teamName: row.name, ...game }));
  answer(
    challengeEndpoints.details,
    buildDetails({ challenges: groups, challengeCount: challenges.length, rank: row }),
  );
  answer(scoreboardEndpoints.get, buildBoard({ challenges: groups, challengeCount: challenges.length, items: [row] }));
  answer(noticeEndpoints.list, []);
  answer(containerEndpoints.list, []);
  answer(submissionEndpoints.ofTeam, []);
  answer(challengeEndpoints.get, ({ params }) => {
    const known = challenges.find(({ id }) => String(id) === params.challengeId);
    return buildChallenge({ id: known?.id, title: known?.title, category: known?.category });
  });
}
