import type { Profile } from '@vexil/contract/account';
import type { Activity } from '@vexil/contract/activity';
import { activityEndpoints } from '@vexil/contract/activity.endpoints';
import type { CaptureFinding } from '@vexil/contract/capture-search';
import { captureSearchEndpoints } from '@vexil/contract/capture-search.endpoints';
import type { DetailedGame } from '@vexil/contract/game';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { noticeEndpoints } from '@vexil/contract/notice.endpoints';
import { scoreboardEndpoints } from '@vexil/contract/scoreboard.endpoints';
import type { CheatInfo, Submission } from '@vexil/contract/submission';
import { submissionMonitorEndpoints } from '@vexil/contract/submission-monitor.endpoints';
import { answer } from './api';
import { buildDetailedGame, signIn } from './builders';
import { buildBoard, buildBoardRow } from './play';

/** A wrong answer of the team Nightjars. */
export const buildSubmission = (id: number, given: Partial<Submission> = {}): Submission => ({
  id,
  answer: `flag{${id}}`,
  status: 'WrongAnswer',
  time: Date.now() - 60_000 + id,
  user: 'mira',
  userId: '01890a5d-ac96-774b-bcce-000000000001',
  team: 'Nightjars',
  teamId: 7,
  participationId: 70,
  challenge: 'Cookie jar',
  challengeId: 31,
  via: 'Session',
  ...given,
});

/** A started instance of the team Nightjars. */
export const buildEvent = (id: number, given: Partial<Activity> = {}): Activity => ({
  id,
  type: 'ContainerStart',
  values: ['31', 'Cookie jar'],
  time: Date.now() - 60_000 + id,
  user: 'mira',
  team: 'Nightjars',
  teamId: 7,
  participationId: 70,
  challenge: 'Cookie jar',
  endReason: null,
  challengeId: 31,
  ...given,
});

const buildCheatTeam = (id: number, name: string, member: string): CheatInfo['ownedTeam'] => ({
  id: id * 10,
  team: { id, name, avatar: null },
  status: 'Accepted',
  division: null,
  divisionId: null,
  members: [{ id: `01890a5d-ac96-774b-bcce-00000000000${id}`, name: member, avatar: null, banned: false }],
});

/** Nightjars handed in the flag of Night Owls. */
export const buildFinding = (id: number, given: Partial<Submission> = {}): CheatInfo => ({
  ownedTeam: buildCheatTeam(8, 'Night Owls', 'otus'),
  submitTeam: buildCheatTeam(7, 'Nightjars', 'mira'),
  submission: buildSubmission(id, {
    status: 'CheatDetected',
    userId: '01890a5d-ac96-774b-bcce-000000000007',
    ...given,
  }),
});

/** The flag of Night Owls was in the traffic of Nightjars. */
export const buildCaptureFinding = (id: number, given: Partial<CaptureFinding> = {}): CaptureFinding => ({
  id,
  ownedTeam: buildCheatTeam(8, 'Night Owls', 'otus'),
  submitTeam: buildCheatTeam(7, 'Nightjars', 'mira'),
  challengeId: 31,
  challenge: 'Cookie jar',
  participationId: 70,
  fileName: '01890a5dac96-8F3K2Q.pcap.gz',
  isStored: true,
  stream: 3,
  clientPort: 10_002,
  side: 'client',
  offset: 27,
  length: 16,
  packet: 41,
  time: Date.now() - 60_000 + id,
  filter: 'tcp.stream eq 3',
  ...given,
});

type Watching = {
  role?: Profile['role'];
  game?: Partial<DetailedGame>;
  submissions?: Submission[];
  events?: Activity[];
};

/** Signs in a monitor of a running game, and answers the calls of its pages. */
export function watch({ role = 'Monitor', game, submissions = [], events = [] }: Watching = {}): void {
  signIn({ role });
  answer(gameEndpoints.get, buildDetailedGame(game));
  answer(noticeEndpoints.list, []);
  answer(
    scoreboardEndpoints.get,
    buildBoard({ items: [buildBoardRow(), buildBoardRow({ id: 8, name: 'Night Owls', rank: 2 })] }),
  );
  answer(submissionMonitorEndpoints.list, submissions);
  answer(submissionMonitorEndpoints.cheatInfo, []);
  answer(submissionMonitorEndpoints.findings, { data: [], length: 0, total: 0 });
  answer(captureSearchEndpoints.findings, []);
  answer(activityEndpoints.list, events);
}
