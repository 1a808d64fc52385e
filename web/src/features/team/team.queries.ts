import { useMutation, useQueryClient } from '@tanstack/react-query';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import type { InvitingTeam, OwnTeam, Team } from '@vexil/contract/team';
import { teamEndpoints } from '@vexil/contract/team.endpoints';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { refetchOwnGames } from '../../live/own-games-query';

export const teamsQuery = () => routeQuery(teamEndpoints.list);

/** Only the captain gets it. It contains the team's name, so renaming the team changes it. */
export const inviteQuery = (id: number) => routeQuery(teamEndpoints.invite, { params: { id } });

/** Puts a team from a reply into the cached list, which saves a refetch. */
function useTeamList() {
  const client = useQueryClient();
  const { queryKey } = teamsQuery();
  const change = (next: (teams: OwnTeam[]) => OwnTeam[]) =>
    client.setQueryData(queryKey, (teams) => teams && next(teams));
  const setInvite = (id: number, code: string) => client.setQueryData(inviteQuery(id).queryKey, code);
  const put = (team: Team) =>
    change((teams) =>
      teams.some(({ id }) => id === team.id)
        ? teams.map((other) => (other.id === team.id ? { ...other, ...team } : other))
        : [...teams, { ...team, held: null }],
    );
  return {
    put,
    putInviting: ({ inviteCode, ...team }: InvitingTeam) => {
      put(team);
      setInvite(team.id, inviteCode);
    },
    patch: (id: number, part: Partial<OwnTeam>) =>
      change((teams) => teams.map((team) => (team.id === id ? { ...team, ...part } : team))),
    drop: (id: number) => change((teams) => teams.filter((team) => team.id !== id)),
    refetch: () => client.fetchQuery({ ...teamsQuery(), staleTime: 0 }),
    setInvite,
    refetchOwnGames: () => refetchOwnGames(client),
    // They name the team and say whether it plays.
    refetchGames: () =>
      Promise.all([client.invalidateQueries({ queryKey: routeKey(gameEndpoints.get) }), refetchOwnGames(client)]),
    forgetInvite: (id: number) => client.removeQueries({ queryKey: inviteQuery(id).queryKey }),
    refetchInvite: (id: number) => client.invalidateQueries({ queryKey: inviteQuery(id).queryKey }),
  };
}

export function useCreateTeam() {
  const list = useTeamList();
  return useMutation({
    mutationFn: (body: { name: string; bio: string | null }) => call(teamEndpoints.create, { body }),
    onSuccess: (team) => {
      list.put(team);
      void list.refetchOwnGames();
    },
  });
}

/** Joins by invite code; resolves with the joined team, or undefined if it cannot be determined. */
export function useJoinTeam() {
  const list = useTeamList();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (code: string) => {
      const before = new Set(client.getQueryData(teamsQuery().queryKey)?.map(({ id }) => id));
      await call(teamEndpoints.accept, { body: code });
      const teams = await list.refetch();
      void list.refetchOwnGames();
      return teams.find(({ id }) => !before.has(id));
    },
  });
}

/** Actions on one team; each resolves once the list shows the result and rejects with the server's error. */
export function useTeamActions(id: number) {
  const list = useTeamList();
  const params = { id };
  return {
    update: async (body: { name?: string; bio?: string | null }) => {
      list.put(await call(teamEndpoints.update, { params, body }));
      if (body.name === undefined) return;
      void list.refetchGames();
      await list.refetchInvite(id);
    },
    transfer: async (newCaptainId: string) => {
      list.putInviting(await call(teamEndpoints.transfer, { params, body: { newCaptainId } }));
      list.forgetInvite(id);
    },
    kick: async (userId: string) => list.putInviting(await call(teamEndpoints.kick, { params: { id, userId } })),
    rotate: async () => list.setInvite(id, await call(teamEndpoints.rotateInvite, { params })),
    // Closed first: the panel reports an unknown team otherwise.
    leave: async (close: () => Promise<void>) => {
      await call(teamEndpoints.leave, { params });
      await close();
      list.drop(id);
      void list.refetchGames();
    },
    disband: async (close: () => Promise<void>) => {
      await call(teamEndpoints.delete, { params });
      await close();
      list.drop(id);
      void list.refetchGames();
    },
    setAvatar: async (file: File, onProgress: (part: number) => void) => {
      list.patch(id, { avatar: await call(teamEndpoints.avatar, { params, files: [file] }, { onProgress }) });
    },
  };
}
