import { submissionEndpoints } from '@vexil/contract/submission.endpoints';
import { routeQuery } from '../../api/route-query';

/** The own team's answers to a challenge, newest first; fetched again with each verdict. */
export const teamSubmissionsQuery = (gameId: number, challengeId: number) => ({
  ...routeQuery(submissionEndpoints.ofTeam, { params: { id: gameId, challengeId } }),
  staleTime: 30_000,
});
