import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { challengeEditEndpoints } from '@vexil/contract/challenge-edit.endpoints';
import { rejudgingEndpoints } from '@vexil/contract/rejudging.endpoints';
import type { InputOf, ReplyOf } from '../../api/call';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { useChange } from '../../api/use-change';

export type Rejudging = ReplyOf<typeof rejudgingEndpoints.get>;
export type RejudgedSubmission = ReplyOf<typeof rejudgingEndpoints.submissions>['data'][number];
export type RejudgedTeam = ReplyOf<typeof rejudgingEndpoints.teams>['data'][number];
export type NewRejudging = InputOf<typeof rejudgingEndpoints.create>['body'];

export const rowsPerPage = 20;
/** Few, so that the submissions are in view. */
export const teamsPerPage = 6;
/** Of the list; older ones are history. */
const listed = 20;
const pollMs = 20_000;
const computingPollMs = 1_500;

export const isComputing = ({ state }: Pick<Rejudging, 'state'>) => state === 'Computing' || state === 'Outdated';
export const isOpen = (one: Pick<Rejudging, 'state'>) => isComputing(one) || one.state === 'Ready';

export const useRejudgings = (id: number) =>
  useQuery({
    ...routeQuery(rejudgingEndpoints.list, { params: { id }, query: { count: listed, skip: 0 } }),
    refetchInterval: ({ state }) => (state.data?.data.some(isComputing) ? computingPollMs : pollMs),
  });

export interface Titled {
  id: number;
  title: string;
}

export const useChallengeTitles = (id: number) =>
  useQuery({
    ...routeQuery(challengeEditEndpoints.list, { params: { id } }),
    select: (all): Titled[] => all.map(({ id, title }) => ({ id, title })),
  });

const pageOf = (page: number, count: number) => ({ count, skip: (page - 1) * count });

export const useRejudgedSubmissions = (id: number, rejudgingId: number, page: number) =>
  useQuery({
    ...routeQuery(rejudgingEndpoints.submissions, { params: { id, rejudgingId }, query: pageOf(page, rowsPerPage) }),
    placeholderData: keepPreviousData,
  });

export const useRejudgedTeams = (id: number, rejudgingId: number, page: number) =>
  useQuery({
    ...routeQuery(rejudgingEndpoints.teams, { params: { id, rejudgingId }, query: pageOf(page, teamsPerPage) }),
    placeholderData: keepPreviousData,
  });

/** After any of them the drafts, and what they show, are read again. */
function useRefresh(id: number) {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [rejudgingEndpoints.list, rejudgingEndpoints.submissions, rejudgingEndpoints.teams].map((endpoint) =>
        client.invalidateQueries({ queryKey: routeKey(endpoint, { params: { id } }).slice(0, 2) }),
      ),
    );
}

export const useMakeDraft = (id: number) =>
  useChange((body: NewRejudging) => call(rejudgingEndpoints.create, { params: { id }, body }), useRefresh(id));

export const useApply = (id: number) =>
  useChange((rejudgingId: number) => call(rejudgingEndpoints.apply, { params: { id, rejudgingId } }), useRefresh(id));

export const useDiscard = (id: number) =>
  useChange((rejudgingId: number) => call(rejudgingEndpoints.delete, { params: { id, rejudgingId } }), useRefresh(id));

/** Counted anew when the flags of the challenge change. */
export function useRejudgedCount(id: number, challengeId: number) {
  const params = { id, challengeId };
  const challenge = useQuery(routeQuery(challengeEditEndpoints.get, { params })).data;
  const flags = challenge?.flags.map((flag) => flag.id).join(' ');
  const count = routeQuery(rejudgingEndpoints.count, { params });
  return useQuery({ ...count, queryKey: [...count.queryKey, flags], enabled: challenge !== undefined }).data;
}
