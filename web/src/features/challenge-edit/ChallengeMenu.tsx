import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconDroplet, IconFolder, IconRefresh, IconSortAscendingLetters } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ChallengeInfo } from '@vexil/contract/challenge';
import { compareTitles } from '@vexil/rules/scoreboard.board.rules';
import { useText } from '../../i18n/use-text';
import { toastError, toastSuccess } from '../../ui/toast';
import { useOrderChallenges, useRecompute } from './challenge-edit.queries';
import { inListOrder } from './challenge-order';

type ChallengeMenuProps = { gameId: number; challenges: readonly ChallengeInfo[]; onBonus: () => void };

/** What concerns all challenges of the game. */
export function ChallengeMenu({ gameId, challenges, onBonus }: ChallengeMenuProps) {
  const t = useText('challenge-edit');
  const recompute = useRecompute(gameId);
  const order = useOrderChallenges(gameId);
  const fail = (title: string) => (error: unknown) => toastError(error, { title });
  const sortByTitle = () => {
    const ids = inListOrder(challenges.toSorted((a, b) => compareTitles(a.title, b.title)).map(withoutPosition));
    order.mutate(
      ids.map(({ id }) => id),
      { onError: fail(t('challenge-edit.order.failed')) },
    );
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('challenge-edit.menu.label')}>
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconRefresh />}
          onClick={() =>
            recompute.mutate(undefined, {
              onSuccess: () => toastSuccess(t('challenge-edit.menu.recomputed')),
              onError: fail(t('challenge-edit.menu.recompute')),
            })
          }
        >
          {t('challenge-edit.menu.recompute')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFolder />}
          renderRoot={(props) => <Link {...props} to="/admin/games/$id/folder" params={{ id: gameId }} />}
        >
          {t('challenge-edit.menu.folder')}
        </Menu.Item>
        <Menu.Item leftSection={<IconDroplet />} onClick={onBonus}>
          {t('challenge-edit.menu.bonus')}
        </Menu.Item>
        <Menu.Item leftSection={<IconSortAscendingLetters />} disabled={challenges.length === 0} onClick={sortByTitle}>
          {t('challenge-edit.menu.sort')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const withoutPosition = (challenge: ChallengeInfo): ChallengeInfo => ({ ...challenge, position: null });
