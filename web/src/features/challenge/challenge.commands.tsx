import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { BasicGame } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { detailsQuery } from '../../live/details-query';
import { ownGamesQuery } from '../../live/own-games-query';
import { CategoryIcon } from '../../ui/CategoryTag';
import type { Command } from '../../ui/commands';

/** The challenges of those of the running games that one's team plays; asked for once something is looked for. */
export function useChallengeCommands(running: readonly BasicGame[], isAsked: boolean): Command[] {
  const t = useText();
  const navigate = useNavigate();
  const { data: own } = useQuery({ ...ownGamesQuery(), enabled: isAsked });
  const accepted = new Set(own?.games.filter(({ status }) => status === 'Accepted').map(({ id }) => id));
  const games = running.filter(({ id }) => accepted.has(id));
  const lists = useQueries({ queries: games.map(({ id }) => ({ ...detailsQuery(id), enabled: isAsked })) });
  return games.flatMap(({ id, title }, index) =>
    Object.values(lists[index]?.data?.challenges ?? {})
      .flat()
      .map((challenge) => ({
        id: `game.${id}.challenge.${challenge.id}`,
        label: challenge.title,
        detail: `${t(`ui.category.${challenge.category}`)} · ${title}`,
        icon: <CategoryIcon category={challenge.category} />,
        run: () => void navigate({ to: '/games/$id/challenges', params: { id }, search: { challenge: challenge.id } }),
      })),
  );
}
