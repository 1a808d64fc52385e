import { IconFileText, IconTargetArrow, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { DetailedGame } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { scoreboardQuery } from '../../live/scoreboard-cache';
import { categoryName } from '../../ui/category';
import type { Command } from '../../ui/commands';
import { useKeyBindings } from '../../ui/keys';
import { ownRowHash } from './board-search';

const teamsMax = 2000;

/** The board of a game, and one's own row on it. */
export function useBoardCommands(game: DetailedGame | undefined, watches: boolean): Command[] {
  const t = useText('game', 'scoreboard');
  const navigate = useNavigate();
  const isOnBoard = useKeyBindings().some(({ label }) => label === t('scoreboard.row.jump'));
  if (!game?.boardVisible) return [];
  const { id, title: detail, status } = game;
  const params = { id };
  const page = (name: string, label: string, run: () => unknown): Command => ({
    id: `game.${id}.page.${name}`,
    label,
    detail,
    icon: <IconFileText />,
    run: () => void run(),
  });
  const own: Command = {
    ...page('own', t('scoreboard.row.jump'), () => navigate({ to: '/games/$id/scoreboard', params, hash: ownRowHash })),
    keywords: [t('scoreboard.row.jumpWords')],
  };
  return [
    page('scoreboard', t('game.tabs.scoreboard'), () => navigate({ to: '/games/$id/scoreboard', params })),
    ...(status === 'Accepted' && !isOnBoard ? [own] : []),
    page('present', t('scoreboard.tools.present'), () => navigate({ to: '/games/$id/present', params })),
    ...(watches
      ? [page('reveal', t('scoreboard.tools.reveal'), () => navigate({ to: '/games/$id/reveal', params }))]
      : []),
  ];
}

/** The challenges and the teams that are on the board of a game. */
export function useOnBoardCommands(game: DetailedGame | undefined, edits: boolean): Command[] {
  const t = useText();
  const navigate = useNavigate();
  const id = game?.id ?? 0;
  const hasBegun = game?.boardVisible === true && game.start <= Date.now();
  const { data: board } = useQuery({ ...scoreboardQuery(id), enabled: hasBegun, retry: false });
  if (!game) return [];
  const isPlaying = game.status === 'Accepted';
  const challenges = Object.values(board?.challenges ?? {})
    .flat()
    .map((challenge) => ({
      id: `game.${id}.challenge.${challenge.id}`,
      label: challenge.title,
      detail: `${categoryName(t, challenge)} · ${game.title}`,
      icon: <IconTargetArrow />,
      run: () =>
        void (edits
          ? navigate({ to: '/admin/games/$id/challenges/$chalId', params: { id, chalId: challenge.id } })
          : navigate({
              to: isPlaying ? '/games/$id/challenges' : '/games/$id/scoreboard',
              params: { id },
              search: { challenge: challenge.id },
            })),
    }));
  const teams = (board?.items ?? []).slice(0, teamsMax).map((team) => ({
    id: `game.${id}.team.${team.id}`,
    label: team.name,
    detail: `${t('shell.find.team', { rank: team.rank, score: team.score })} · ${game.title}`,
    icon: <IconUsersGroup />,
    run: () => void navigate({ to: '/games/$id/scoreboard', params: { id }, search: { team: team.id } }),
  }));
  return [...challenges, ...teams];
}
