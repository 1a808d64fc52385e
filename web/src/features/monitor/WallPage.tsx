import { Button } from '@mantine/core';
import { IconMaximize } from '@tabler/icons-react';
import type { MonitorFigures } from '@vexil/contract/monitor';
import { type CSSProperties, useRef } from 'react';
import { useText } from '../../i18n/use-text';
import { categories, states, surfaces, type Token } from '../../theme/tokens';
import { CategoryIcon } from '../../ui/CategoryTag';
import { ConnectionBadge } from '../../ui/ConnectionBadge';
import { categoryStyle } from '../../ui/category';
import { formatCount } from '../../ui/format-number';
import { formatSpan } from '../../ui/format-span';
import { PhaseChip } from '../../ui/PhaseChip';
import { QueryState } from '../../ui/QueryState';
import { CardsSkeleton } from '../../ui/skeletons';
import { Time } from '../../ui/Time';
import { useHeightLeft } from '../../ui/use-height-left';
import { useNow } from '../../ui/use-now';
import { MinuteChart } from './MinuteChart';
import { useFigures } from './monitor.queries';
import classes from './Wall.module.css';

/** A control room is dark, whatever the reader's own scheme is. */
const darkColours = Object.fromEntries([
  ...Object.entries<Token>({ ...surfaces, ...states }).map(([name, { dark }]) => [`--color-${name}`, dark]),
  ...Object.entries(categories).map(([name, { dark }]) => [`--category-${name.toLowerCase()}`, dark]),
]) as CSSProperties;

type WallPageProps = { game: { id: number; title: string }; phase: Parameters<typeof PhaseChip>[0] };

/** The figures of a game in letters that a room can read. */
export function WallPage({ game, phase }: WallPageProps) {
  const t = useText('monitor');
  const wall = useRef<HTMLElement>(null);
  useHeightLeft(wall);
  const { query, state } = useFigures(game.id);
  const figures = query.data;
  return (
    <section ref={wall} className={classes.wall} style={darkColours} aria-label={t('monitor.tabs.wall')}>
      <header className={classes.header}>
        <h3 className="anywhere text-20 semibold display">{game.title}</h3>
        <PhaseChip {...phase} />
        <ConnectionBadge state={state} />
        <span className={classes.clock}>
          <Time at={useNow()} format="clock" />
        </span>
        {document.fullscreenEnabled && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconMaximize size={16} />}
            onClick={() => void wall.current?.requestFullscreen()}
          >
            {t('monitor.wall.fullscreen')}
          </Button>
        )}
      </header>
      <QueryState query={query} pending={<CardsSkeleton count={6} />} />
      {figures && (
        <>
          <Tiles figures={figures} />
          <MinuteChart minutes={figures.minutes} />
          <Challenges figures={figures} />
        </>
      )}
    </section>
  );
}

type TileProps = {
  label: string;
  value: number;
  tone?: 'right' | 'wrong' | 'warning';
  hint?: string | undefined;
};

function Tile({ label, value, tone, hint }: TileProps) {
  return (
    <div className={classes.tile} data-tone={tone}>
      <dt>{label}</dt>
      <dd>
        <strong className="figures">{formatCount(value)}</strong>
        <span>{hint}</span>
      </dd>
    </div>
  );
}

function Tiles({ figures }: { figures: MonitorFigures }) {
  const t = useText('monitor');
  const { minutes, submissions, teams, instances, time } = figures;
  const last = minutes.at(-2);
  const current = minutes.at(-1);
  const waits = submissions.waitingSince === null ? 0 : time - submissions.waitingSince;
  return (
    <dl className={classes.tiles}>
      <Tile
        label={t('monitor.wall.perMinute')}
        value={(last?.right ?? 0) + (last?.wrong ?? 0)}
        hint={t('monitor.wall.thisMinute', { count: (current?.right ?? 0) + (current?.wrong ?? 0) })}
      />
      <Tile label={t('monitor.verdict.Accepted')} value={submissions.right} tone="right" />
      <Tile label={t('monitor.verdict.WrongAnswer')} value={submissions.wrong} tone="wrong" />
      <Tile
        label={t('monitor.tabs.cheating')}
        value={submissions.shared}
        tone={submissions.shared > 0 ? 'warning' : undefined}
      />
      <Tile
        label={t('monitor.wall.activeTeams')}
        value={teams.active}
        hint={t('monitor.wall.ofTeams', { count: teams.accepted, solved: teams.solved })}
      />
      <Tile
        label={t('monitor.wall.instances')}
        value={instances.running}
        hint={instances.failed > 0 ? t('monitor.wall.failed', { count: instances.failed }) : undefined}
        tone={instances.failed > 0 ? 'warning' : undefined}
      />
      <Tile
        label={t('monitor.wall.answersWaiting')}
        value={submissions.waiting}
        hint={waits >= 1000 ? t('monitor.wall.since', { span: formatSpan(waits) }) : undefined}
        tone={waits >= 10_000 ? 'warning' : undefined}
      />
      <Tile label={t('monitor.wall.instancesWaiting')} value={instances.waiting + instances.ending} />
    </dl>
  );
}

function Challenges({ figures }: { figures: MonitorFigures }) {
  const t = useText('monitor');
  const teams = Math.max(1, figures.teams.accepted);
  return (
    <ul className={classes.challenges} aria-label={t('monitor.wall.solves')}>
      {figures.challenges.map(({ id, title, solves, answers, ...of }) => (
        <li
          key={id}
          className={classes.challenge}
          style={
            {
              '--category': categoryStyle(of),
              '--part': Math.min(1, solves / teams),
            } as CSSProperties
          }
        >
          <CategoryIcon of={of} size={16} />
          <span className={classes.name}>{title}</span>
          <span className={classes.solves}>
            <strong className="figures" aria-hidden>
              {solves}
            </strong>
            <span className="visually-hidden">{t('monitor.wall.solveCount', { count: solves })}</span>
          </span>
          <span className={classes.answers}>{t('monitor.wall.answers', { count: answers })}</span>
        </li>
      ))}
    </ul>
  );
}
