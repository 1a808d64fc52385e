import { useQueryClient } from '@tanstack/react-query';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { submissionEndpoints } from '@vexil/contract/submission.endpoints';
import { signedPoints } from '@vexil/rules/award.rules';
import { routeKey } from '../../api/route-query';
import { useText } from '../../i18n/use-text';
import { refetchOwnGames } from '../../live/own-games-query';
import { useOnLive } from '../../live/use-live';
import { hideToast, toastNews } from '../../ui/toast';
import { gameQuery } from './game.queries';

/** A change reaches all players at once; a random delay spreads the refetches. */
const refetchJitterMs = 1500;

/** Applies the game's live messages to the cache. */
export function useGameMessages(gameId: number): void {
  const client = useQueryClient();
  const { queryKey } = gameQuery(gameId);
  const t = useText('game');
  const detailsKey = routeKey(challengeEndpoints.details, { params: { id: gameId } });

  useOnLive(gameId, 'GameChanged', () => {
    setTimeout(() => {
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: detailsKey });
    }, Math.random() * refetchJitterMs);
  });
  useOnLive(gameId, 'AwardChanged', ({ id, points, reason, challengeId, reversed }) => {
    if (challengeId !== null) {
      const params = { id: gameId, challengeId };
      void client.invalidateQueries({ queryKey: routeKey(challengeEndpoints.get, { params }) });
      if (!reversed) return;
    }
    const what = reversed ? 'back' : 'given';
    if (reversed) void hideToast(`award ${id} given`);
    const title = t(`game.award.${what}`, { points: signedPoints(points) });
    toastNews(reason, { id: `award ${id} ${what}`, title, autoClose: 15_000 });
  });
  useOnLive(gameId, 'Rejudged', ({ id, reason }) => {
    void client.invalidateQueries({ queryKey: detailsKey });
    void client.invalidateQueries({ queryKey: routeKey(submissionEndpoints.ofTeam) });
    toastNews(reason, { id: `rejudging ${id}`, title: t('game.rejudged'), autoClose: 15_000 });
  });
  useOnLive(gameId, 'QuestionChanged', ({ questionId, isNew }) => {
    if (!isNew) return;
    void client.invalidateQueries({ queryKey });
    toastNews(t('game.question'), { id: `question ${questionId}`, autoClose: 15_000 });
  });
  useOnLive(gameId, 'ParticipationChanged', ({ status }) => {
    client.setQueryData(queryKey, (game) => game && { ...game, status });
    void refetchOwnGames(client);
    void client.invalidateQueries({ queryKey });
    void client.invalidateQueries({ queryKey: detailsKey });
  });
}
