import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconServer2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useConfig } from '../features/config/config.queries';
import { instancesQuery } from '../features/container/container.queries';
import { InstanceDock } from '../features/container/InstanceDock';
import { useText } from '../i18n/use-text';
import { detailsQuery } from '../live/details-query';
import { Countdown } from '../ui/Countdown';
import { useFloor } from '../ui/use-floor';
import classes from './FloatingDock.module.css';

type FloatingDockProps = {
  gameId: number;
  /** Whether this browser saw an instance there; otherwise live messages have brought them. */
  ask: boolean;
};

/** Pages outside the game get no live messages of it. */
const refreshMs = 60_000;

/**
 * The running instances in the side bar, on phones at the edge of every page; folded it shows how many there are and when
 * the first ends.
 */
export default function FloatingDock({ gameId, ask }: FloatingDockProps) {
  const t = useText('container');
  const isPhone = useMediaQuery('(max-width: 47.99em)', false);
  const [opened, setOpened] = useState(false);
  const config = useConfig();
  const { data: instances, refetch } = useQuery({
    ...instancesQuery(gameId),
    enabled: ask,
    staleTime: refreshMs,
    refetchInterval: refreshMs,
    retry: false,
  });
  const shown = (instances ?? []).filter(({ state }) => state !== 'failed' && state !== 'destroyed');
  useFloor(`.${classes.dock}`, '--dock-floor', isPhone && shown.length > 0);
  const { data: details } = useQuery({ ...detailsQuery(gameId), enabled: shown.length > 0 });
  if (shown.length === 0) return null;

  const challenges = Object.values(details?.challenges ?? {}).flat();
  const challengeOf = (id: number) => {
    const known = challenges.find((challenge) => challenge.id === id);
    return { title: known?.title ?? `#${id}`, category: known?.category ?? ('Misc' as const) };
  };
  const ends = shown.flatMap(({ expectStopAt }) => expectStopAt ?? []);
  return (
    <aside className={classes.dock} data-floor aria-label={t('container.title')}>
      {opened && (
        <div className={classes.instances} data-floor>
          <InstanceDock
            gameId={gameId}
            lifetimes={config}
            challengeOf={challengeOf}
            linkTo={(challenge) => (
              <Link to="/games/$id/challenges" params={{ id: gameId }} search={{ challenge }}>
                {challengeOf(challenge).title}
              </Link>
            )}
          />
        </div>
      )}
      <UnstyledButton
        className={classes.handle}
        aria-expanded={opened}
        data-hint={t('container.dock', { count: shown.length })}
        data-hint-side="right"
        onClick={() => setOpened(!opened)}
      >
        {opened ? <IconChevronDown /> : <IconServer2 className="solved" />}
        <span className="visually-hidden">{t('container.dock', { count: shown.length })}</span>
        <span className="figures" aria-hidden>
          {shown.length}
        </span>
        {ends.length > 0 && (
          <span className={classes.clock} aria-hidden>
            <Countdown until={Math.min(...ends)} onZero={() => void refetch()} />
          </span>
        )}
      </UnstyledButton>
    </aside>
  );
}
