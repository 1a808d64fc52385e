import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { BasicGame } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { detailsQuery } from '../../live/details-query';
import { ownGamesQuery } from '../../live/own-games-query';
import { CategoryIcon } from '../../ui/CategoryTag';
import { categoryName } from '../../ui/category';
import { useCommands } from '../../ui/commands';

/** Offers the challenges of those of the running games that one's team plays. */
export function ChallengeCommands({ running }: { running: readonly BasicGame[] }) {
  const { data: own } = useQuery(ownGamesQuery());
  const accepted = new Set(own?.games.filter(({ status }) => status === 'Accepted').map(({ id }) => id));
  return running.filter(({ id }) => accepted.has(id)).map((game) => <CommandsOfGame key={game.id} game={game} />);
}

function CommandsOfGame({ game: { id, title } }: { game: BasicGame }) {
  const t = useText();
  const navigate = useNavigate();
  const { data: details } = useQuery(detailsQuery(id));
  const challenges = Object.values(details?.challenges ?? {}).flat();
  useCommands(
    challenges.map((challenge) => ({
      id: `game.${id}.challenge.${challenge.id}`,
      label: challenge.title,
      detail: `${categoryName(t, challenge)} · ${title}`,
      icon: <CategoryIcon of={challenge} />,
      run: () => void navigate({ to: '/games/$id/challenges', params: { id }, search: { challenge: challenge.id } }),
    })),
  );
  return null;
}
