import { useMutation, useQueryClient } from '@tanstack/react-query';
import { participationEndpoints } from '@vexil/contract/participation.endpoints';
import { teamEndpoints } from '@vexil/contract/team.endpoints';
import { parseInviteCode } from '@vexil/rules/invite-code.rules';
import { isError } from '../../api/api-error';
import type { InputOf } from '../../api/call';
import { call } from '../../api/call';
import { routeQuery } from '../../api/route-query';
import type { Answers } from '../../ui/own-fields';
import { useRefresh } from './participation.queries';

type JoinBody = InputOf<typeof participationEndpoints.join>['body'];

export const ownTeamsQuery = () => routeQuery(teamEndpoints.list);

/** Divisions open for joining, and the participations of the account's teams. */
export const joinCheckQuery = (gameId: number) => ({
  ...routeQuery(participationEndpoints.check, { params: { id: gameId } }),
  staleTime: 0,
});

/** A team that the account is in, a new one by its name, or one of others by its invite code. */
export type TeamChoice = { id: number } | { name: string } | { code: string };

/** Founds or enters the chosen team; resolves with its id once the list of teams has it. */
export function useTeamOf(): (choice: TeamChoice) => Promise<number> {
  const client = useQueryClient();
  return async (choice) => {
    if ('id' in choice) return choice.id;
    const id = await ('name' in choice ? foundTeam(choice.name) : enterTeam(choice.code));
    await client.fetchQuery({ ...ownTeamsQuery(), staleTime: 0 });
    return id;
  };
}

const foundTeam = async (name: string) => (await call(teamEndpoints.create, { body: { name, bio: null } })).id;

async function enterTeam(code: string): Promise<number> {
  await call(teamEndpoints.accept, { body: code });
  return parseInviteCode(code)?.teamId ?? 0;
}

/** They have changed since they were read. */
const refreshWhereRefused = (refresh: () => Promise<unknown>) => (error: unknown) => {
  const outdated = [
    'participation.rulesNotAccepted',
    'participation.ruleNotAccepted',
    'account.fieldRequired',
    'account.fieldInvalid',
  ] as const;
  if (outdated.some((code) => isError(error, code))) void refresh();
};

export function useAcceptRules(gameId: number) {
  const refresh = useRefresh(gameId);
  return useMutation({
    onError: refreshWhereRefused(refresh),
    mutationFn: async (hash: string) => {
      await call(participationEndpoints.acceptRules, { params: { id: gameId }, body: { hash } });
      await refresh();
    },
  });
}

export function useAnswerFields(gameId: number) {
  const refresh = useRefresh(gameId);
  return useMutation({
    onError: refreshWhereRefused(refresh),
    mutationFn: async (fields: Answers) => {
      await call(participationEndpoints.answerFields, { params: { id: gameId }, body: { fields } });
      await refresh();
    },
  });
}

/** Joins a game with a team; resolves when the page shows the new state. */
export function useJoin(gameId: number) {
  const refresh = useRefresh(gameId);
  return useMutation({
    onError: refreshWhereRefused(refresh),
    mutationFn: async (body: JoinBody) => {
      await call(participationEndpoints.join, { params: { id: gameId }, body });
      await refresh();
    },
  });
}
