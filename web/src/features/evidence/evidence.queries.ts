import { useMutation, useQueryClient } from '@tanstack/react-query';
import { divisionEndpoints } from '@vexil/contract/division.endpoints';
import { caseEndpoints, evidenceEndpoints } from '@vexil/contract/evidence.endpoints';
import { reviewEndpoints } from '@vexil/contract/review.endpoints';
import { submissionMonitorEndpoints } from '@vexil/contract/submission-monitor.endpoints';
import type { CaseState } from '@vexil/db/enums/evidence';
import { findingReasons } from '@vexil/db/enums/evidence';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import type { CasesSearch } from './cases-search';

export const pageSize = 50;
/** No live message reports what the rules see. */
const pollMs = 120_000;
/** Nor that a team has answered. */
const answersMs = 30_000;

export const readReason = (given: string | undefined) => findingReasons.find((reason) => reason === given);

export const findingsQuery = (gameId: number, { reason, team, only, page = 1 }: CasesSearch) => ({
  ...routeQuery(submissionMonitorEndpoints.findings, {
    params: { id: gameId },
    query: {
      reason: readReason(reason),
      participationId: only ? team : undefined,
      count: pageSize,
      skip: (page - 1) * pageSize,
    },
  }),
  staleTime: 10_000,
  refetchInterval: pollMs,
});

export const evidenceQuery = (gameId: number, participationId: number) =>
  routeQuery(evidenceEndpoints.get, { params: { id: gameId, participationId } });

export const casesQuery = (gameId: number) => ({
  ...routeQuery(caseEndpoints.list, { params: { id: gameId }, query: { count: 100 } }),
  refetchInterval: answersMs,
});

export const caseQuery = (gameId: number, caseId: number) => ({
  ...routeQuery(caseEndpoints.get, { params: { id: gameId, caseId } }),
  refetchInterval: answersMs,
});

export const divisionsQuery = (gameId: number) => routeQuery(divisionEndpoints.list, { params: { id: gameId } });

export type Question = { challengeId: number; text: string; dueAt: number };
export type Decision = { state: CaseState; divisionId?: number | null; reason: string };

/** What staff do with a case; each call changes what several places show. */
function useChange<Input>(gameId: number, change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  const params = { id: gameId };
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: routeKey(evidenceEndpoints.get) }),
        client.invalidateQueries({ queryKey: routeKey(caseEndpoints.list) }),
        client.invalidateQueries({ queryKey: routeKey(caseEndpoints.get) }),
        client.invalidateQueries({ queryKey: routeKey(reviewEndpoints.list, { params }) }),
      ]),
  });
}

export const useOpenCase = (gameId: number) =>
  useChange(gameId, (participationId: number) =>
    call(caseEndpoints.open, { params: { id: gameId }, body: { participationId } }),
  );

export const useNote = (gameId: number, caseId: number) =>
  useChange(gameId, (text: string) => call(caseEndpoints.note, { params: { id: gameId, caseId }, body: { text } }));

export const useAsk = (gameId: number, caseId: number) =>
  useChange(gameId, (body: Question) => call(caseEndpoints.ask, { params: { id: gameId, caseId }, body }));

export const useDecide = (gameId: number, caseId: number) =>
  useChange(gameId, (body: Decision) => call(caseEndpoints.decide, { params: { id: gameId, caseId }, body }));
