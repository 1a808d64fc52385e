import { IconFileText, IconFlag3, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { BasicGame, DetailedGame } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import type { Command } from '../../ui/commands';
import { gamesQuery } from './game.queries';

/** The public games, and which of them run. */
export function useGameCommands(): { commands: Command[]; running: BasicGame[] } {
  const t = useText();
  const navigate = useNavigate();
  const { data: games = [] } = useQuery(gamesQuery());
  const now = Date.now();
  const running = games.filter(({ start, end }) => start <= now && now < end);
  const commands = games.map(({ id, title, start, end }) => ({
    id: `game.${id}`,
    label: title,
    detail: `${t('shell.find.game')} · ${t(`ui.phase.${now < start ? 'Upcoming' : now < end ? 'Running' : 'Ended'}`)}`,
    icon: <IconFlag3 />,
    run: () => void navigate({ to: '/games/$id', params: { id } }),
  }));
  return { commands, running };
}

/** What a reader can do with the game that is open, besides to play. */
export type GameRights = { watches: boolean; edits: boolean; mayJoin: boolean };

/** The pages of a game. */
export function useGamePageCommands(
  game: DetailedGame | undefined,
  { watches, edits, mayJoin }: GameRights,
): Command[] {
  const t = useText('game');
  const navigate = useNavigate();
  if (!game) return [];
  const { id, title: detail } = game;
  const params = { id };
  const page = (name: string, label: string, run: () => unknown): Command => ({
    id: `game.${id}.page.${name}`,
    label,
    detail,
    icon: <IconFileText />,
    run: () => void run(),
  });
  const join: Command = {
    id: `game.${id}.join`,
    label: t('shell.find.join', { game: detail }),
    icon: <IconUserPlus />,
    run: () => void navigate({ to: '/games/$id', params }),
  };
  return [
    ...(game.status === 'Accepted'
      ? [page('challenges', t('game.tabs.challenges'), () => navigate({ to: '/games/$id/challenges', params }))]
      : []),
    page('notices', t('game.tabs.notices'), () => navigate({ to: '/games/$id/notices', params })),
    ...(watches ? [page('monitor', t('game.tabs.monitor'), () => navigate({ to: '/games/$id/monitor', params }))] : []),
    ...(edits ? [page('edit', t('game.tabs.edit'), () => navigate({ to: '/admin/games/$id', params }))] : []),
    ...(mayJoin ? [join] : []),
  ];
}
