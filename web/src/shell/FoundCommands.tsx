import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconLanguage, IconTargetArrow } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isAtLeast } from '@vexil/db/enums/account';
import { hasContainer } from '@vexil/db/enums/challenge';
import { useAccountCommands } from '../features/account/account.commands';
import { useAccount } from '../features/account/account.queries';
import { useFoundAccounts } from '../features/account-admin/account-admin.commands';
import { useAdminCommands } from '../features/admin/admin.commands';
import { ChallengeCommands } from '../features/challenge/challenge.commands';
import { challengeQuery } from '../features/challenge/challenge.queries';
import { useFoundChallenges } from '../features/challenge-edit/challenge-edit.commands';
import { configQuery } from '../features/config/config.queries';
import { useSettingCommands } from '../features/config-admin/config-admin.commands';
import { useInstanceCommands } from '../features/container/container.commands';
import { replacingLimit } from '../features/container/use-asked-start';
import { useGameCommands, useGamePageCommands } from '../features/game/game.commands';
import { gameQuery } from '../features/game/game.queries';
import { useBoardCommands, useOnBoardCommands } from '../features/scoreboard/scoreboard.commands';
import { changeLanguage } from '../i18n/i18n';
import { type LanguageTag, languages, languageTags } from '../i18n/languages';
import { useLanguage, useText } from '../i18n/use-text';
import { type Command, useCommandQuery, useCommands } from '../ui/commands';
import { useKeyBindings } from '../ui/keys';
import { toastFailure } from '../ui/toast';
import { schemes } from './schemes';
import { useGameOfPath } from './use-game-of-path';

const searchedFrom = 2;

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
      icon: <IconTargetArrow />,
      keys,
      // Once the palette is closed; it would take the focus back.
      run: () => setTimeout(run, 0),
    }));
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
        icon: <Icon />,
        run: () => setColorScheme(value),
      })),
    ...languageTags
      .filter((tag) => tag !== current)
      .map((tag) => ({
        id: `language.${tag}`,
        label: languages[tag].name,
        detail: t('shell.language'),
        keywords: [tag, 'language'],
        icon: <IconLanguage />,
        run: () => void change(tag),
      })),
  ];
}

/** What is typed, once there is a pause and it is long enough to be looked for. */
function useHint(): string | undefined {
  const [hint] = useDebouncedValue(useCommandQuery().trim(), 250);
  return hint.length >= searchedFrom ? hint : undefined;
}

/** Of the game that is open, else of the one that runs. */
function useCommandsOfGame(gameId: number | undefined): { instances: Command[]; pages: Command[]; onBoard: Command[] } {
  const client = useQueryClient();
  const account = useAccount();
  const id = gameId ?? 0;
  const { data: game } = useQuery({ ...gameQuery(id), enabled: gameId !== undefined });
  const edits = game?.staffRole === 'organiser' || account?.role === 'Admin';
  const watches = Boolean(game?.staffRole) || (account !== null && isAtLeast(account.role, 'Monitor'));
  const mayJoin = account !== null && game?.status === 'Unsubmitted' && Date.now() < game.end;
  const isKnown = (challengeId: number) => {
    const seen = client.getQueryData(challengeQuery(id, challengeId).queryKey);
    return seen !== undefined && hasContainer(seen.type);
  };
  const loadLimit = async () =>
    replacingLimit(await client.ensureQueryData(configQuery()), await client.ensureQueryData(gameQuery(id)));
  const instances = useInstanceCommands({ id, isKnown, loadLimit });
  const pages = useGamePageCommands(game, { watches, edits, mayJoin });
  const board = useBoardCommands(game, watches);
  const onBoard = useOnBoardCommands(game, edits);
  return { instances, pages: [...board, ...pages], onBoard };
}

/** What the palette finds beyond the places; asked for once it is open. */
export default function FoundCommands() {
  const account = useAccount();
  const hint = useHint();
  const isAdmin = account?.role === 'Admin';
  const { commands: games, running } = useGameCommands();
  const opened = useGameOfPath();
  const { instances, pages, onBoard } = useCommandsOfGame(opened ?? running[0]?.id);
  const administration = [...useAdminCommands(), ...useSettingCommands()];
  useCommands([
    ...usePageActions(),
    ...instances,
    ...pages,
    ...games,
    ...onBoard,
    ...useAccountCommands(),
    ...(isAdmin ? administration : []),
    ...useAppearance(),
    ...useFoundChallenges(account?.isOrganiser || isAdmin ? hint : undefined),
    ...useFoundAccounts(isAdmin ? hint : undefined),
  ]);
  return account !== null && hint !== undefined ? <ChallengeCommands running={running} /> : null;
}
