import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountAdminEndpoints } from '@vexil/contract/account-admin.endpoints';
import type { Activity } from '@vexil/contract/activity';
import { activityEndpoints } from '@vexil/contract/activity.endpoints';
import { captureSearchEndpoints } from '@vexil/contract/capture-search.endpoints';
import { monitorEndpoints } from '@vexil/contract/monitor.endpoints';
import { reviewEndpoints } from '@vexil/contract/review.endpoints';
import type { Submission } from '@vexil/contract/submission';
import { submissionMonitorEndpoints } from '@vexil/contract/submission-monitor.endpoints';
import type { StoredParticipationStatus } from '@vexil/db/enums/participation';
import { useEffect, useMemo, useRef } from 'react';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { useLive, useOnLive } from '../../live/use-live';
import { refresh } from '../../live/use-refresh';
import { groupCases } from './cheat-cases';
import { pageSize, useFeed } from './feed.queries';
import type { Page } from './fetch-all';
import { type EventsSearch, hasText, isOf, type SubmissionsSearch } from './monitor-search';

const filterOf = ({ q, team, challenge }: SubmissionsSearch | EventsSearch) => ({
  text: q,
  teamId: team,
  challengeId: challenge,
});

const submissionsInput = (gameId: number, search: SubmissionsSearch, page: Page) => ({
  params: { id: gameId },
  query: { ...filterOf(search), type: search.type, via: search.via, ...page },
});

export const fetchSubmissions = (gameId: number, search: SubmissionsSearch, page: Page, signal: AbortSignal) =>
  call(submissionMonitorEndpoints.list, submissionsInput(gameId, search, page), { signal });

export function useSubmissions(gameId: number, search: SubmissionsSearch) {
  return useFeed<Submission>({
    gameId,
    queryKey: [
      ...routeKey(submissionMonitorEndpoints.list, submissionsInput(gameId, search, { count: pageSize })),
      'feed',
    ],
    fetchPage: (beforeId, signal) => fetchSubmissions(gameId, search, { count: pageSize, beforeId }, signal),
    target: 'ReceivedSubmissions',
    matches: (row) =>
      (!search.type || row.status === search.type) &&
      (!search.via || row.via === search.via) &&
      isOf(search, row) &&
      hasText(search.q, [row.user, row.team, row.challenge, row.answer]),
  });
}

const isAboutContainer = ({ type }: Activity) => type === 'ContainerStart' || type === 'ContainerDestroy';

const hidesContainers = ({ containers }: EventsSearch) => containers === 'off';

const eventsInput = (gameId: number, search: EventsSearch, page: Page) => ({
  params: { id: gameId },
  query: { ...filterOf(search), type: search.type, hideContainer: hidesContainers(search), ...page },
});

export const fetchEvents = (gameId: number, search: EventsSearch, page: Page, signal: AbortSignal) =>
  call(activityEndpoints.list, eventsInput(gameId, search, page), { signal });

export function useEvents(gameId: number, search: EventsSearch) {
  return useFeed<Activity>({
    gameId,
    queryKey: [...routeKey(activityEndpoints.list, eventsInput(gameId, search, { count: pageSize })), 'feed'],
    fetchPage: (beforeId, signal) => fetchEvents(gameId, search, { count: pageSize, beforeId }, signal),
    target: 'ReceivedGameEvent',
    matches: (row) =>
      (!search.type || row.type === search.type) &&
      !(hidesContainers(search) && isAboutContainer(row)) &&
      isOf(search, row) &&
      hasText(search.q, [row.user, row.team, row.challenge, ...row.values]),
  });
}

const cheatQuery = (gameId: number) => ({
  ...routeQuery(submissionMonitorEndpoints.cheatInfo, { params: { id: gameId } }),
  staleTime: 10_000,
});

/** No live message reports canaries, nor what is found in traffic. */
const trafficPollMs = 30_000;

const findingsMax = 50;

export const findingsQuery = (gameId: number) => ({
  ...routeQuery(submissionMonitorEndpoints.findings, {
    params: { id: gameId },
    query: { count: findingsMax, skip: 0 },
  }),
  staleTime: 10_000,
  refetchInterval: trafficPollMs,
});

const trafficQuery = (gameId: number) => ({
  ...routeQuery(captureSearchEndpoints.findings, { params: { id: gameId } }),
  staleTime: 10_000,
  refetchInterval: trafficPollMs,
});

/** The cases as they are now, for the export. */
export async function fetchCases(gameId: number, signal: AbortSignal) {
  const params = { id: gameId };
  const [findings, traffic] = await Promise.all([
    call(submissionMonitorEndpoints.cheatInfo, { params }, { signal }),
    call(captureSearchEndpoints.findings, { params }, { signal }),
  ]);
  return groupCases(findings, traffic);
}

/** The cases of a game, newest first; those of submissions follow live messages. */
export function useCheatCases(gameId: number, { enabled }: { enabled: boolean }) {
  const client = useQueryClient();
  const state = useLive(gameId, 'monitor');
  useOnLive(gameId, 'ReceivedGameEvent', ({ type }) => {
    if (type === 'CheatDetected') void client.invalidateQueries({ queryKey: cheatQuery(gameId).queryKey });
  });
  const query = useQuery({
    ...cheatQuery(gameId),
    enabled,
    refetchInterval: state === 'live' ? false : refresh.intervalMs,
  });
  const { data: traffic } = useQuery({ ...trafficQuery(gameId), enabled });
  const cases = useMemo(() => groupCases(query.data ?? [], traffic ?? []), [query.data, traffic]);
  return { query, cases };
}

/** What a team handed in for a challenge, newest first. */
export const historyQuery = (gameId: number, teamId: number, challengeId: number) => ({
  ...routeQuery(submissionMonitorEndpoints.list, {
    params: { id: gameId },
    query: { teamId, challengeId, count: 100 },
  }),
  staleTime: 10_000,
});

/** Live messages are gathered for this long before the figures are counted anew. */
const figuresPauseMs = 2000;
/** Instances and the queue change without a message to monitors. */
const figuresPollMs = 6000;

/** Figures for the wall; follow live messages, and the clock where there are none. */
export function useFigures(gameId: number) {
  const client = useQueryClient();
  const state = useLive(gameId, 'monitor');
  const query = useQuery({
    ...routeQuery(monitorEndpoints.figures, { params: { id: gameId } }),
    refetchInterval: Math.min(figuresPollMs, refresh.intervalMs),
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const recount = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const { queryKey } = routeQuery(monitorEndpoints.figures, { params: { id: gameId } });
      void client.invalidateQueries({ queryKey });
    }, figuresPauseMs);
  };
  useOnLive(gameId, 'ReceivedSubmissions', recount);
  useOnLive(gameId, 'ReceivedGameEvent', recount);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { query, state };
}

type Decision = { id: number; status: StoredParticipationStatus; reason: string };

export function useDecide(gameId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, status, reason }: Decision) =>
      call(reviewEndpoints.update, { params: { id }, body: { status, reason: reason || null } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: cheatQuery(gameId).queryKey }),
        client.invalidateQueries({ queryKey: trafficQuery(gameId).queryKey }),
        client.invalidateQueries({ queryKey: routeKey(reviewEndpoints.list, { params: { id: gameId } }) }),
      ]),
  });
}

/** For administrators. */
export function useBan(gameId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, banned, reason }: { userId: string; banned: boolean; reason: string }) =>
      call(accountAdminEndpoints.update, {
        params: { userId },
        body: { role: banned ? 'Banned' : 'User', reason: reason || null },
      }),
    onSuccess: () =>
      Promise.all(
        [cheatQuery(gameId), trafficQuery(gameId)].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
      ),
  });
}
