import { useQueryClient } from '@tanstack/react-query';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { openFreeze } from '@vexil/rules/game-freeze.rules';
import { isFrozen } from '@vexil/rules/scoreboard.freeze.rules';
import { serverNow } from '../../api/clock';
import { routeKey, routeQuery } from '../../api/route-query';
import { scoreboardQuery } from '../../live/scoreboard-cache';
import { useOnLive } from '../../live/use-live';
import { teamSubmissionsQuery } from './submission.queries';

/** The scoreboard is refetched if no delta arrives within this time after a solve. */
const boardLateMs = 3000;

/** Applies the team's verdicts: counts attempts and refetches a scoreboard that does not follow. */
export function useSubmissionMessages(gameId: number): void {
  const client = useQueryClient();
  useOnLive(gameId, 'SubmissionJudged', ({ challengeId, attempts, status }) => {
    const { queryKey } = routeQuery(challengeEndpoints.get, { params: { id: gameId, challengeId } });
    client.setQueryData(
      queryKey,
      (challenge) => challenge && { ...challenge, attempts: Math.max(challenge.attempts, attempts) },
    );
    void client.invalidateQueries({ queryKey: teamSubmissionsQuery(gameId, challengeId).queryKey });
    if (status !== 'Accepted') return;
    const details = routeKey(challengeEndpoints.details, { params: { id: gameId } });
    const game = client.getQueryData(routeQuery(gameEndpoints.get, { params: { id: gameId } }).queryKey);
    // A frozen scoreboard does not show the solve; the details do.
    if (game && isFrozen(openFreeze(game), serverNow())) {
      void client.invalidateQueries({ queryKey: details });
      return;
    }
    const known = client.getQueryData(scoreboardQuery(gameId).queryKey)?.version;
    setTimeout(() => {
      if (client.getQueryData(scoreboardQuery(gameId).queryKey)?.version !== known) return;
      void client.invalidateQueries({ queryKey: details });
      void client.invalidateQueries({ queryKey: scoreboardQuery(gameId).queryKey });
    }, boardLateMs);
  });
}
