import { ActionIcon } from '@mantine/core';
import {
  IconArrowLeft,
  IconChevronLeft,
  IconChevronRight,
  IconFlag,
  IconFolder,
  IconPencil,
} from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { isDynamic } from '@vexil/db/enums/challenge';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { CategoryIcon } from '../../ui/CategoryTag';
import { useKeys } from '../../ui/keys';
import { PageTitle } from '../../ui/PageHeader';
import { TabLink, TabLinks } from '../../ui/TabLinks';
import { RelativeTime } from '../../ui/Time';
import classes from './ChallengeFrame.module.css';
import { categoryOf, chosenKey } from './categories';
import { challengeQuery, challengesQuery, gameQuery } from './challenge-edit.queries';
import { inListOrder } from './challenge-order';
import { EnableSwitch } from './EnableSwitch';

type ChallengeFrameProps = {
  gameId: number;
  challengeId: number;
  /** The current page of the challenge; previous and next stay on it. */
  page: 'edit' | 'flags';
  children: ReactNode;
};

export function ChallengeFrame({ gameId, challengeId, page, children }: ChallengeFrameProps) {
  const t = useText('challenge-edit');
  const game = useSuspenseQuery(gameQuery(gameId)).data;
  const challenge = useSuspenseQuery(challengeQuery(gameId, challengeId)).data;
  const params = { id: gameId, chalId: challengeId };
  return (
    <>
      <PageTitle title={`${challenge.title} · ${game.title}`} />
      <div className={classes.head}>
        <Link
          to="/admin/games/$id/challenges"
          params={{ id: gameId }}
          className={classes.back}
          aria-label={t('challenge-edit.frame.back')}
          title={t('challenge-edit.frame.back')}
        >
          <IconArrowLeft />
        </Link>
        <CategoryIcon of={categoryOf(game, chosenKey(challenge))} size={22} />
        <h2 className={classes.title}>{challenge.title}</h2>
        <EnableSwitch game={game} challenge={{ ...challenge, flagCount: challenge.flags.length }} />
        {isDynamic(challenge.type) && (
          <div className={classes.tabs}>
            <TabLinks label={t('challenge-edit.frame.tabs')}>
              <TabLink
                to="/admin/games/$id/challenges/$chalId"
                params={params}
                activeOptions={{ exact: true }}
                icon={<IconPencil />}
              >
                {t('challenge-edit.frame.edit')}
              </TabLink>
              <TabLink
                to="/admin/games/$id/challenges/$chalId/flags"
                params={params}
                icon={<IconFlag />}
                count={challenge.type === 'DynamicContainer' ? undefined : challenge.flags.length}
              >
                {t(
                  challenge.type === 'DynamicContainer'
                    ? 'challenge-edit.frame.template'
                    : 'challenge-edit.frame.flags',
                )}
              </TabLink>
            </TabLinks>
          </div>
        )}
        <Neighbours gameId={gameId} challengeId={challengeId} page={page} />
      </div>
      <Origin gameId={gameId} challengeId={challengeId} />
      {children}
    </>
  );
}

/** Where a challenge of a folder came from. */
function Origin({ gameId, challengeId }: Pick<ChallengeFrameProps, 'gameId' | 'challengeId'>) {
  const t = useText('challenge-edit');
  const origin = useQuery(challengesQuery(gameId)).data?.find(({ id }) => id === challengeId)?.origin;
  if (!origin) return null;
  return (
    <p className={classes.origin}>
      <IconFolder size={14} />
      {t('challenge-edit.menu.origin', { path: origin.path })}
      {origin.repository && <span>{origin.repository}</span>}
      {origin.commit && <code title={origin.commit}>{origin.commit.slice(0, 10)}</code>}
      <RelativeTime at={origin.at} />
      <Link to="/admin/games/$id/folder" params={{ id: gameId }} className="link">
        {t('challenge-edit.menu.folder')}
      </Link>
    </p>
  );
}

function Neighbours({ gameId, challengeId, page }: Omit<ChallengeFrameProps, 'children'>) {
  const t = useText('challenge-edit');
  const navigate = useNavigate();
  const all = inListOrder(useQuery(challengesQuery(gameId)).data ?? []);
  const place = all.findIndex(({ id }) => id === challengeId);
  const previous = place > 0 ? all[place - 1] : undefined;
  const next = place >= 0 ? all[place + 1] : undefined;
  const to = page === 'flags' ? '/admin/games/$id/challenges/$chalId/flags' : '/admin/games/$id/challenges/$chalId';
  const go = (neighbour: { id: number } | undefined) => {
    if (neighbour) void navigate({ to, params: { id: gameId, chalId: neighbour.id } });
  };
  const previousName = previous ? t('challenge-edit.frame.previous', { title: previous.title }) : '';
  const nextName = next ? t('challenge-edit.frame.next', { title: next.title }) : '';
  const group = t('challenge-edit.frame.keys');
  useKeys([
    { keys: '[', label: t('challenge-edit.frame.previousKey'), group, run: () => go(previous) },
    { keys: ']', label: t('challenge-edit.frame.nextKey'), group, run: () => go(next) },
  ]);
  return (
    <span className={classes.neighbours}>
      <ActionIcon
        data-hint={!previous ? undefined : previousName}
        variant="default"
        aria-label={previousName || t('challenge-edit.frame.noPrevious')}
        disabled={!previous}
        onClick={() => go(previous)}
      >
        <IconChevronLeft />
      </ActionIcon>
      <span className={`${classes.place} figures`}>{place >= 0 && `${place + 1} / ${all.length}`}</span>
      <ActionIcon
        data-hint={!next ? undefined : nextName}
        variant="default"
        aria-label={nextName || t('challenge-edit.frame.noNext')}
        disabled={!next}
        onClick={() => go(next)}
      >
        <IconChevronRight />
      </ActionIcon>
    </span>
  );
}
