import { useDebouncedValue } from '@mantine/hooks';
import { IconFlag3, IconTargetArrow, IconUser, IconUserPlus, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { accountAdminEndpoints } from '@vexil/contract/account-admin.endpoints';
import { routeQuery } from '../api/route-query';
import { useAccount } from '../features/account/account.queries';
import { gameQuery, gamesQuery } from '../features/game/game.queries';
import { useText } from '../i18n/use-text';
import { scoreboardQuery } from '../live/scoreboard-cache';
import { type Command, useCommandQuery, useCommands } from '../ui/commands';
import { useKeyBindings } from '../ui/keys';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
const teamsMax = 2000;
const searchedFrom = 2;

/** Actions of the open page, those that have keys. */
function usePageActions(): Command[] {
  const t = useText();
  return useKeyBindings()
    .filter(({ keys }) => keys !== 'mod+k' && keys !== '?' && keys.toLowerCase() !== 'escape')
    .map(({ keys, label, group, run }) => ({
      id: `key.${group ?? ''}.${keys}`,
      label,
      detail: group ?? t('shell.find.here'),
      icon: <IconTargetArrow {...icon} />,
      keys,
      // Once the palette is closed; it would take the focus back.
      run: () => setTimeout(run, 0),
    }));
}

function useGames(): { commands: Command[]; runningId: number | undefined } {
  const t = useText();
  const navigate = useNavigate();
  const { data: games = [] } = useQuery(gamesQuery());
  const now = Date.now();
  const runningId = games.find(({ start, end }) => start <= now && now < end)?.id;
  const commands = games.map(({ id, title, start, end }) => ({
    id: `game.${id}`,
    label: title,
    detail: `${t('shell.find.game')} · ${t(`ui.phase.${now < start ? 'Upcoming' : now < end ? 'Running' : 'Ended'}`)}`,
    icon: <IconFlag3 {...icon} />,
    run: () => void navigate({ to: '/games/$id', params: { id } }),
  }));
  return { commands, runningId };
}

/** Challenges and teams of the game that is open, else of the one that runs. */
function useGameContents(gameId: number | undefined): Command[] {
  const t = useText();
  const navigate = useNavigate();
  const account = useAccount();
  const id = gameId ?? 0;
  const { data: game } = useQuery({ ...gameQuery(id), enabled: gameId !== undefined });
  const hasBegun = game !== undefined && game.start <= Date.now();
  const { data: board } = useQuery({ ...scoreboardQuery(id), enabled: hasBegun, retry: false });
  if (!game) return [];
  const isPlaying = game.status === 'Accepted';
  const challenges = Object.values(board?.challenges ?? {})
    .flat()
    .map((challenge) => ({
      id: `game.${id}.challenge.${challenge.id}`,
      label: challenge.title,
      detail: `${t(`ui.category.${challenge.category}`)} · ${game.title}`,
      icon: <IconTargetArrow {...icon} />,
      run: () =>
        void (isPlaying
          ? navigate({ to: '/games/$id/challenges', params: { id }, search: { challenge: challenge.id } })
          : navigate({ to: '/games/$id/scoreboard', params: { id }, search: { challenge: challenge.id } })),
    }));
  const teams = (board?.items ?? []).slice(0, teamsMax).map((team) => ({
    id: `game.${id}.team.${team.id}`,
    label: team.name,
    detail: `${t('shell.find.team', { rank: team.rank, score: team.score })} · ${game.title}`,
    icon: <IconUsersGroup {...icon} />,
    run: () => void navigate({ to: '/games/$id/scoreboard', params: { id }, search: { team: team.id } }),
  }));
  const join: Command = {
    id: `game.${id}.join`,
    label: t('shell.find.join', { game: game.title }),
    icon: <IconUserPlus {...icon} />,
    run: () => void navigate({ to: '/games/$id', params: { id } }),
  };
  const mayJoin = account && game.status === 'Unsubmitted' && Date.now() < game.end;
  return [...(mayJoin ? [join] : []), ...challenges, ...teams];
}

/** Accounts by name or address, for administrators. */
function useFoundAccounts(): Command[] {
  const t = useText();
  const navigate = useNavigate();
  const account = useAccount();
  const [hint] = useDebouncedValue(useCommandQuery().trim(), 250);
  const { data: found } = useQuery({
    ...routeQuery(accountAdminEndpoints.search, { query: { hint } }),
    enabled: account?.role === 'Admin' && hint.length >= searchedFrom,
  });
  return (found?.data ?? []).map(({ id, userName, email }) => ({
    id: `account.${id}`,
    label: userName ?? '',
    detail: [t('shell.find.account'), email].filter(Boolean).join(' · '),
    keywords: [hint],
    icon: <IconUser {...icon} />,
    run: () => void navigate({ to: '/admin/users', search: { q: userName ?? '' } as never }),
  }));
}

/** What the palette finds beyond the places; asked for once it is open. */
export default function FoundCommands() {
  const { id } = useParams({ strict: false }) as { id?: number | string };
  const { commands, runningId } = useGames();
  const gameId = id === undefined ? runningId : Number(id);
  const contents = useGameContents(gameId);
  useCommands([...usePageActions(), ...commands, ...contents, ...useFoundAccounts()]);
  return null;
}
