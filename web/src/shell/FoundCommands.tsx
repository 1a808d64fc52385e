import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconDevices,
  IconFileText,
  IconFlag3,
  IconLanguage,
  IconLock,
  IconServer2,
  IconSettings,
  IconTargetArrow,
  IconUser,
  IconUserPlus,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { accountAdminEndpoints } from '@vexil/contract/account-admin.endpoints';
import { challengeEditEndpoints } from '@vexil/contract/challenge.endpoints';
import type { DetailedGame } from '@vexil/contract/game';
import { isAtLeast } from '@vexil/db/enums/account';
import { hasContainer } from '@vexil/db/enums/challenge';
import { useDescribeError } from '../api/describe-error';
import { routeQuery } from '../api/route-query';
import { type Account, useAccount } from '../features/account/account.queries';
import { adminAreas } from '../features/admin/areas';
import { challengeQuery } from '../features/challenge/challenge.queries';
import { configQuery } from '../features/config/config.queries';
import { fieldId, settingSections } from '../features/config-admin/setting-fields';
import { instancesQuery, startInstance } from '../features/container/container.queries';
import { mainAddress } from '../features/container/instance-address';
import { findReplaced, replacingLimit } from '../features/container/use-asked-start';
import { gameQuery, gamesQuery } from '../features/game/game.queries';
import { ownRowHash } from '../features/scoreboard/board-search';
import { changeLanguage } from '../i18n/i18n';
import { type LanguageTag, languages, languageTags } from '../i18n/languages';
import { useLanguage, useText } from '../i18n/use-text';
import { detailsQuery } from '../live/details-query';
import { scoreboardQuery } from '../live/scoreboard-cache';
import { type Command, useCommandQuery, useCommands } from '../ui/commands';
import { useKeyBindings } from '../ui/keys';
import { toastFailure, toastSuccess } from '../ui/toast';
import { useCopy } from '../ui/use-copy';
import { schemes } from './schemes';
import { useGameOfPath } from './use-game-of-path';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
const teamsMax = 2000;
const searchedFrom = 2;

const mayEdit = ({ staffRole }: Pick<DetailedGame, 'staffRole'>, account: Account | null) =>
  staffRole === 'organiser' || account?.role === 'Admin';

const editorOf = (gameId: number, challengeId: number) =>
  ({ to: '/admin/games/$id/challenges/$chalId', params: { id: gameId, chalId: challengeId } }) as const;

/** Actions of the open page, those that have keys. */
function usePageActions(): Command[] {
  const t = useText('scoreboard');
  return useKeyBindings()
    .filter(({ keys }) => keys !== 'mod+k' && keys !== '?' && keys.toLowerCase() !== 'escape')
    .map(({ keys, label, group, run }) => ({
      id: `key.${group ?? ''}.${keys}`,
      label,
      detail: group ?? t('shell.find.here'),
      keywords: label === t('scoreboard.row.jump') ? [t('scoreboard.row.jumpWords')] : [],
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
  const edits = mayEdit(game, account);
  const challenges = Object.values(board?.challenges ?? {})
    .flat()
    .map((challenge) => ({
      id: `game.${id}.challenge.${challenge.id}`,
      label: challenge.title,
      detail: `${t(`ui.category.${challenge.category}`)} · ${game.title}`,
      icon: <IconTargetArrow {...icon} />,
      run: () =>
        void (edits
          ? navigate(editorOf(id, challenge.id))
          : isPlaying
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

/** Pages of a game, and one's own row on its board. */
function useGamePages(gameId: number | undefined): Command[] {
  const t = useText('game', 'scoreboard');
  const navigate = useNavigate();
  const account = useAccount();
  const bindings = useKeyBindings();
  const { data: game } = useQuery({ ...gameQuery(gameId ?? 0), enabled: gameId !== undefined });
  if (!game) return [];
  const { id, title: detail, status, staffRole } = game;
  const params = { id };
  const page = (name: string, label: string, run: () => unknown): Command => ({
    id: `game.${id}.page.${name}`,
    label,
    detail,
    icon: <IconFileText {...icon} />,
    run: () => void run(),
  });
  const plays = status === 'Accepted';
  const isOnBoard = bindings.some(({ label }) => label === t('scoreboard.row.jump'));
  const watches = staffRole !== null || (account !== null && isAtLeast(account.role, 'Monitor'));
  const edits = mayEdit(game, account);
  return [
    ...(plays
      ? [page('challenges', t('game.tabs.challenges'), () => navigate({ to: '/games/$id/challenges', params }))]
      : []),
    page('scoreboard', t('game.tabs.scoreboard'), () => navigate({ to: '/games/$id/scoreboard', params })),
    ...(plays && !isOnBoard
      ? [
          {
            ...page('own', t('scoreboard.row.jump'), () =>
              navigate({ to: '/games/$id/scoreboard', params, hash: ownRowHash }),
            ),
            keywords: [t('scoreboard.row.jumpWords')],
          },
        ]
      : []),
    page('present', t('scoreboard.tools.present'), () => navigate({ to: '/games/$id/present', params })),
    ...(watches
      ? [page('reveal', t('scoreboard.tools.reveal'), () => navigate({ to: '/games/$id/reveal', params }))]
      : []),
    page('notices', t('game.tabs.notices'), () => navigate({ to: '/games/$id/notices', params })),
    ...(watches ? [page('monitor', t('game.tabs.monitor'), () => navigate({ to: '/games/$id/monitor', params }))] : []),
    ...(edits ? [page('edit', t('game.tabs.edit'), () => navigate({ to: '/admin/games/$id', params }))] : []),
  ];
}

/** Instances of the game: those that run, by address, and challenges seen before that can have one. */
function useInstances(gameId: number | undefined): Command[] {
  const t = useText('container');
  const { copy } = useCopy();
  const describe = useDescribeError();
  const client = useQueryClient();
  const id = gameId ?? 0;
  const { data: instances = [] } = useQuery({ ...instancesQuery(id), enabled: false });
  const { data: details } = useQuery({ ...detailsQuery(id), enabled: false });
  const navigate = useNavigate();
  return Object.values(details?.challenges ?? {})
    .flat()
    .flatMap((challenge): Command[] => {
      const known = instances.find(({ challengeId }) => challengeId === challenge.id);
      const command = (name: string, label: string, run: () => void): Command => ({
        id: `game.${id}.instance.${name}.${challenge.id}`,
        label: `${label}: ${challenge.title}`,
        detail: t('container.title'),
        icon: <IconServer2 {...icon} />,
        run,
      });
      if (known?.state === 'running' && known.entry !== null) {
        const text = mainAddress({ ...known, entry: known.entry }, challenge.category, window.location.origin);
        const run = () => void copy(text, () => toastSuccess(t('container.copied')));
        return [command('copy', t('container.copyAddress'), run)];
      }
      const seen = client.getQueryData(challengeQuery(id, challenge.id).queryKey);
      if (known || !seen || !hasContainer(seen.type)) return [];
      const start = async () => {
        const [config, game] = await Promise.all([
          client.ensureQueryData(configQuery()),
          client.ensureQueryData(gameQuery(id)),
        ]);
        const limit = replacingLimit(config, game);
        if (await findReplaced(client, id, challenge.id, limit)) {
          // There it is asked whether the other one may end.
          return navigate({ to: '/games/$id/challenges', params: { id }, search: { challenge: challenge.id } });
        }
        const state = await startInstance(client, id, challenge.id);
        toastSuccess(t(`container.state.${state}`));
      };
      const run = () => void start().catch((error) => toastFailure(describe(error)));
      return [command('start', t('container.start'), run)];
    });
}

/** What one changes about one's own account. */
function useOwnAccount(): Command[] {
  const t = useText('account');
  const navigate = useNavigate();
  if (!useAccount()) return [];
  const parts = [
    { id: 'password', label: t('account.profile.changePassword'), icon: <IconLock {...icon} /> },
    { id: 'sessions', label: t('account.sessions.title'), icon: <IconDevices {...icon} /> },
  ];
  return parts.map((part) => ({
    ...part,
    id: `account.${part.id}`,
    detail: t('account.profile.title'),
    run: () => void navigate({ to: '/account/profile', hash: part.id }),
  }));
}

/** Pages of the administration, and each setting by its name. */
function useAdministration(): Command[] {
  const t = useText('admin', 'config-admin');
  const navigate = useNavigate();
  if (useAccount()?.role !== 'Admin') return [];
  const pages = adminAreas.flat().map(
    ({ to, label, icon: Icon }): Command => ({
      id: `admin.${to}`,
      label: t(label),
      detail: t('admin.area.label'),
      icon: <Icon {...icon} />,
      run: () => void navigate({ to }),
    }),
  );
  const setting = (label: string, detail: string, hash: string): Command => ({
    id: `setting.${hash}`,
    label,
    detail,
    icon: <IconSettings {...icon} />,
    run: () => void navigate({ to: '/admin/settings', hash }),
  });
  const settings = settingSections.flatMap(({ id, fields }) => {
    const section = t(`config-admin.section.${id}`);
    return [
      setting(section, t('admin.area.settings'), id),
      ...fields.map((name) =>
        setting(t(`config-admin.field.${name}`), `${t('admin.area.settings')} · ${section}`, fieldId(name)),
      ),
    ];
  });
  return [...pages, ...settings];
}

/** Languages and colour schemes to change to. */
function useAppearance(): Command[] {
  const t = useText();
  const current = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // Who looks for the scheme that is on finds the others.
  const themeWords = ['theme', ...schemes.map(({ label }) => t(label))];
  const change = (tag: LanguageTag) =>
    changeLanguage(tag).catch(() => toastFailure(t('ui.error.unexpected'), { id: 'language' }));
  return [
    ...schemes
      .filter(({ value }) => value !== colorScheme)
      .map(({ value, label, icon: Icon }) => ({
        id: `theme.${value}`,
        label: t(label),
        detail: t('shell.theme.label'),
        keywords: themeWords,
        icon: <Icon {...icon} />,
        run: () => setColorScheme(value),
      })),
    ...languageTags
      .filter((tag) => tag !== current)
      .map((tag) => ({
        id: `language.${tag}`,
        label: languages[tag].name,
        detail: t('shell.language'),
        keywords: [tag, 'language'],
        icon: <IconLanguage {...icon} />,
        run: () => void change(tag),
      })),
  ];
}

/** What is typed, once there is a pause. */
const useHint = () => useDebouncedValue(useCommandQuery().trim(), 250)[0];

/** Challenges by name, of all games that one may edit. */
function useFoundChallenges(): Command[] {
  const t = useText();
  const navigate = useNavigate();
  const account = useAccount();
  const hint = useHint();
  const { data: found = [] } = useQuery({
    ...routeQuery(challengeEditEndpoints.search, { query: { hint } }),
    enabled: (account?.isOrganiser || account?.role === 'Admin') && hint.length >= searchedFrom,
  });
  return found.map(({ id, title, category, gameId, gameTitle }) => ({
    id: `game.${gameId}.challenge.${id}`,
    label: title,
    detail: `${t(`ui.category.${category}`)} · ${gameTitle}`,
    keywords: [hint],
    icon: <IconTargetArrow {...icon} />,
    run: () => void navigate(editorOf(gameId, id)),
  }));
}

/** Accounts by name or address, for administrators. */
function useFoundAccounts(): Command[] {
  const t = useText();
  const navigate = useNavigate();
  const account = useAccount();
  const hint = useHint();
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
  const opened = useGameOfPath();
  const { commands, runningId } = useGames();
  const gameId = opened ?? runningId;
  const contents = useGameContents(gameId);
  useCommands([
    ...usePageActions(),
    ...useInstances(gameId),
    ...useGamePages(gameId),
    ...commands,
    ...contents,
    ...useOwnAccount(),
    ...useAdministration(),
    ...useAppearance(),
    ...useFoundChallenges(),
    ...useFoundAccounts(),
  ]);
  return null;
}
