import { Remarks } from '@vexil/code/remarks';
import { awardReasonLengthMax, hintReason } from '@vexil/contract/award.limits';
import { hasVisible, teamNameKey } from '@vexil/contract/name.rules';
import { type EventRow, eventPath } from '@vexil/contract/package.people';
import { teamNameLengthMax } from '@vexil/contract/team.limits';
import type { Executor, Tx } from '@vexil/db';
import type { GameRow } from '@vexil/db/schema/game';
import type { Deps } from '@vexil/http/deps';
import type { Work } from '@vexil/runtime/transaction';
import { mapInTurns } from '@vexil/runtime/turns';
import {
  createAccounts,
  createNames,
  type PlannedAccount,
  planAccounts,
  type WantedAccount,
} from '../account/account.event.service';
import { signTeamToken } from '../game/game.keys';
import { makeInviteToken } from '../team/invite';
import { backdateRules, enableChallenges, insertParts, insertsInto, listChallengeIds, nextIds } from './event.queries';
import type { GameEvent } from './event.read';

const wantedOf = ({ accounts }: GameEvent, now: Date): WantedAccount[] =>
  accounts.map(({ registeredAt, ...account }) => ({
    ...account,
    registeredAt: new Date(Math.min(registeredAt ?? now.getTime(), now.getTime())),
  }));

function loseAccounts({ accounts }: GameEvent, planned: readonly PlannedAccount[], found: Remarks): void {
  for (const [at, { linkedId, userName, keepsEmail, keepsPassword }] of planned.entries()) {
    const { name = '' } = accounts[at] ?? {};
    const lose = (field: string, what: Parameters<Remarks['lose']>[2], more = {}) =>
      found.lose(eventPath('accounts'), `${at}.${field}`, what, { value: name.slice(0, 128), ...more });
    if (linkedId !== undefined) lose('email', 'event.linked', { name: userName });
    else if (userName !== name) lose('name', 'event.renamed', { name: userName });
    if (!keepsEmail) lose('email', 'event.address');
    if (!keepsPassword) lose('passwordHash', 'event.password');
  }
}

/** Told apart with numbers where names look alike. */
function nameTeams({ teams }: GameEvent, found: Remarks): Promise<string[]> {
  const keys = new Set<string>();
  const limits = { min: 1, max: teamNameLengthMax, fallback: 'team' };
  const nameOf = createNames(limits, (name) => !keys.has(teamNameKey(name)));
  return mapInTurns(teams, ({ name: wanted }, at) => {
    const name = nameOf(wanted);
    keys.add(teamNameKey(name));
    const values = { value: wanted.slice(0, 128), name };
    if (name !== wanted) found.lose(eventPath('teams'), `${at}.name`, 'event.renamed', values);
    return name;
  });
}

/** What becomes of the people, as far as it can be said before it is done. */
export async function planPeople(deps: Deps, db: Executor, event: GameEvent, found: Remarks): Promise<void> {
  loseAccounts(event, await planAccounts(deps, db, wantedOf(event, deps.clock.now())), found);
  await nameTeams(event, found);
}

const clean = (text: string) =>
  [...text.replace(/[\p{C}\u2028\u2029]+/gu, ' ')].slice(0, awardReasonLengthMax).join('').trim();

interface Storing {
  deps: Deps;
  tx: Tx;
  game: GameRow;
  event: GameEvent;
  onStored: (count: number) => Promise<void>;
}

/** Returns the participations. */
async function storeTeams(storing: Storing, accountIds: readonly string[]): Promise<number[]> {
  const { deps, tx, game, event, onStored } = storing;
  const gameId = game.id;
  const insert = insertsInto(tx);
  const names = await nameTeams(event, new Remarks());
  const teamIds = await nextIds(tx, 'teams', event.teams.length);
  const ids = await nextIds(tx, 'participations', event.teams.length);
  const teams = event.teams.map(({ isShown, members: of }, at) => {
    const members = of.map((one) => accountIds[one] ?? '');
    return { name: names[at] ?? '', isShown, members, teamId: teamIds[at] ?? 0, participationId: ids[at] ?? 0 };
  });
  const teamOf = ({ teamId, name, members: [captainId = ''] }: (typeof teams)[number]) => ({
    ...{ id: teamId, name, captainId, inviteToken: makeInviteToken(deps.random) },
    soloOf: game.individual ? captainId : null,
  });
  await insertParts(teams, teamOf, insert.teams, onStored);
  const participationOf = ({ participationId, teamId, name, isShown }: (typeof teams)[number]) => ({
    ...{ id: participationId, gameId, teamId, nameKey: teamNameKey(name), token: signTeamToken(deps, game, teamId) },
    status: isShown ? ('Accepted' as const) : ('Suspended' as const),
  });
  await insertParts(teams, participationOf, insert.participations, onStored);
  const members = teams.flatMap(({ teamId, participationId, members: all }) =>
    all.map((accountId) => ({ gameId, teamId, participationId, accountId })),
  );
  await insertParts(members, (one) => one, insert.teamMembers, onStored);
  await insertParts(members, (one) => one, insert.participationMembers, onStored);
  return ids;
}

type OwnersOf = (one: { team: number; account: number | null }) => {
  gameId: number;
  participationId: number;
  accountId: string | null;
};
type ChallengeOf = (id: number) => number;

async function storeAnswers({ deps, tx, event, onStored }: Storing, ownersOf: OwnersOf, challengeOf: ChallengeOf) {
  const { sealing } = deps;
  const ids = await nextIds(tx, 'submissions', event.answers.length);
  const submissionOf = (one: EventRow<'answers'>, at: number) => {
    const challengeId = challengeOf(one.challenge);
    return {
      ...{ ...ownersOf(one), id: ids[at] ?? 0, challengeId },
      ...{ answerHash: sealing.hashFlag(challengeId, one.text), answerSealed: sealing.seal(one.text) },
      ...{ status: one.isRight ? ('Accepted' as const) : ('WrongAnswer' as const) },
      ...{ submittedAt: new Date(one.at), judgedAt: new Date(one.at) },
    };
  };
  const insert = insertsInto(tx);
  await insertParts(event.answers, submissionOf, insert.submissions, onStored);
  const solves = event.answers.flatMap((one, at) => (one.isSolve ? [{ one, submissionId: ids[at] ?? 0 }] : []));
  const solveOf = ({ one, submissionId }: (typeof solves)[number]) => ({
    ...{ ...ownersOf(one), submissionId, challengeId: challengeOf(one.challenge), solvedAt: new Date(one.at) },
  });
  await insertParts(solves, solveOf, insert.solves, onStored);
}

async function storeAwards({ tx, game, event, onStored }: Storing, ownersOf: OwnersOf, challengeOf: ChallengeOf) {
  const awardOf = (one: EventRow<'awards'>) => {
    // Awards count within the game.
    const at = Math.min(Math.max(one.at, game.startAt.getTime()), game.endAt.getTime());
    const reason = clean(one.reason);
    return {
      ...{ ...ownersOf(one), points: one.points, awardedAt: new Date(at), createdAt: new Date(Math.max(one.at, at)) },
      ...{ reason: one.hint ? hintReason : hasVisible(reason) ? reason : clean(game.title) },
      ...(one.hint && { challengeId: challengeOf(one.hint.challenge), hintId: one.hint.number }),
    };
  };
  await insertParts(event.awards, awardOf, insertsInto(tx).awards, onStored);
}

/** Returns what the audit log says. */
export async function storePeople(
  work: Work,
  { deps, game, event, onStored, requireNew }: Omit<Storing, 'tx'> & { requireNew: (tx: Tx) => Promise<void> },
): Promise<Record<string, number>> {
  const { tx } = work;
  const storing = { deps, tx, game, event, onStored };
  const accounts = await createAccounts(deps, tx, wantedOf(event, deps.clock.now()));
  // Imports take turns from here on.
  await requireNew(tx);
  await onStored(accounts.length);
  const accountIds = accounts.map(({ id }) => id);
  const entries = await storeTeams(storing, accountIds);

  const { challenges } = event.contents;
  const ids = await listChallengeIds(tx, game.id);
  const places = new Map(challenges.map(({ id }, at) => [id, ids[at] ?? 0]));
  const challengeOf: ChallengeOf = (id) => places.get(id) ?? 0;
  const ownersOf: OwnersOf = ({ team, account }) => ({
    ...{ gameId: game.id, participationId: entries[team] ?? 0, accountId: accountIds[account ?? -1] ?? null },
  });
  await storeAnswers(storing, ownersOf, challengeOf);
  await storeAwards(storing, ownersOf, challengeOf);
  const enabled = challenges.filter((one) => one.enabled).map(({ id }) => challengeOf(id));
  await enableChallenges(tx, enabled);
  await backdateRules(tx, game.id);
  work.changes(`teams:${game.id}`);
  work.scoreboards([game.id]);
  const { teams, answers, awards } = event;
  return { accounts: accounts.length, teams: teams.length, submissions: answers.length, awards: awards.length };
}
