import { useMutation, useQueryClient } from '@tanstack/react-query';
import { challengeEditEndpoints } from '@vexil/contract/challenge-edit.endpoints';
import type { ChallengeSolver, SolverCheck, SolverSettings } from '@vexil/contract/solver';
import { solverEndpoints } from '@vexil/contract/solver.endpoints';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';

export type { ChallengeSolver, SolverCheck, SolverSettings };

const runningPollMs = 2_000;
const idlePollMs = 30_000;

export const solverQuery = (id: number, challengeId: number) => ({
  ...routeQuery(solverEndpoints.get, { params: { id, challengeId } }),
  refetchInterval: ({ state }: { state: { data?: ChallengeSolver } }) =>
    state.data?.checks.some(({ result }) => result === 'running') ? runningPollMs : idlePollMs,
});

/** Not kept: it may hold a flag. */
export const outputQuery = (id: number, challengeId: number, checkId: number) => ({
  ...routeQuery(solverEndpoints.output, { params: { id, challengeId, checkId } }),
  gcTime: 0,
});

export function useSolver(id: number, challengeId: number) {
  const queryClient = useQueryClient();
  const params = { id, challengeId };
  const onSuccess = (solver: ChallengeSolver) => {
    queryClient.setQueryData(solverQuery(id, challengeId).queryKey, solver);
    void queryClient.invalidateQueries({ queryKey: routeKey(challengeEditEndpoints.list, { params: { id } }) });
  };
  const save = useMutation({
    mutationFn: (solver: SolverSettings | null) => call(solverEndpoints.set, { params, body: { solver } }),
    onSuccess,
  });
  const check = useMutation({ mutationFn: () => call(solverEndpoints.check, { params }), onSuccess });
  return { save, check };
}
