import { IconTargetArrow } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { challengeEditEndpoints } from '@vexil/contract/challenge-edit.endpoints';
import { routeQuery } from '../../api/route-query';
import { useText } from '../../i18n/use-text';
import { categoryName } from '../../ui/category';
import type { Command } from '../../ui/commands';

/** Challenges by name, of all games that one may edit; none where nothing is looked for. */
export function useFoundChallenges(hint: string | undefined): Command[] {
  const t = useText();
  const navigate = useNavigate();
  const { data: found = [] } = useQuery({
    ...routeQuery(challengeEditEndpoints.search, { query: { hint: hint ?? '' } }),
    enabled: hint !== undefined,
  });
  return found.map(({ id, title, gameId, gameTitle, ...of }) => ({
    id: `game.${gameId}.challenge.${id}`,
    label: title,
    detail: `${categoryName(t, of)} · ${gameTitle}`,
    keywords: [hint ?? ''],
    icon: <IconTargetArrow />,
    run: () => void navigate({ to: '/admin/games/$id/challenges/$chalId', params: { id: gameId, chalId: id } }),
  }));
}
