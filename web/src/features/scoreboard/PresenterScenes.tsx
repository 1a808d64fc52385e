import { useViewportSize } from '@mantine/hooks';
import type { Scoreboard } from '@vexil/contract/scoreboard';
import type { GamePhase } from '@vexil/db/enums/game';
import { useMemo, useRef } from 'react';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { CategoryIcon } from '../../ui/CategoryTag';
import { Countdown } from '../../ui/Countdown';
import { categoryStyle } from '../../ui/category';
import { RelativeTime } from '../../ui/Time';
import { type BoardEvent, latestBloods, latestSolves } from './board-events';
import type { Row } from './board-rows';
import { chartRows, useChartLines } from './chart-lines';
import { Mark, markOf, useMarkNames } from './marks';
import type { PresentedGame } from './PresenterPage';
import classes from './PresenterPage.module.css';
import { StepChart } from './StepChart';
import type { ChartTimes } from './use-plot';
import { useRowMotion } from './use-row-motion';

type SceneProps = {
  game: PresentedGame;
  rows: readonly Row[];
  board: Scoreboard | undefined;
  times: ChartTimes;
  phase: GamePhase;
  inDivision: boolean;
};

const shownTeams = 10;
const shownEvents = 10;

/** Pictures grow with the letters, which are a share of the window's height. */
function useSizeOf(): (pixels: number) => number {
  const { height } = useViewportSize();
  return (pixels) => Math.round(pixels * Math.max(0.6, height / 1080));
}

export function TopScene({ rows, board, inDivision }: SceneProps) {
  const list = useRef<HTMLOListElement>(null);
  const shown = rows.slice(0, shownTeams);
  const version = board?.version ?? 0;
  const sizeOf = useSizeOf();
  const height = list.current?.firstElementChild?.getBoundingClientRect().height ?? 0;
  useRowMotion(list, { rows, version, filter: String(inDivision), rowHeight: height });
  return (
    <ol ref={list} className={classes.rows}>
      {shown.map((row) => {
        const rank = inDivision ? row.divisionRank : row.rank;
        return (
          <li key={row.id} className={classes.row} data-team={row.id}>
            <span className={classes.rank} data-top={rank ?? undefined}>
              {rank || '–'}
            </span>
            <Avatar name={row.name} src={row.avatar} shape="team" size={sizeOf(44)} />
            <span className={classes.team}>{row.name}</span>
            <span className={classes.count}>{row.solvedCount}</span>
            <span className={classes.score}>{row.score}</span>
          </li>
        );
      })}
    </ol>
  );
}

export function ChartScene({ rows, times }: SceneProps) {
  const t = useText('presenter');
  const lines = useChartLines(chartRows(rows, rows, []), undefined);
  const sizeOf = useSizeOf();
  return (
    <div className={classes.chart}>
      <StepChart
        {...{ lines, times }}
        range={undefined}
        onRange={() => {}}
        focused={undefined}
        label={t('presenter.scene.chart')}
        textSize={sizeOf(28)}
      />
    </div>
  );
}

export function SolvesScene({ board }: SceneProps) {
  const events = useMemo(() => (board ? latestSolves(board, shownEvents) : []), [board]);
  return <Events events={events} />;
}

export function BloodsScene({ board }: SceneProps) {
  const events = useMemo(() => (board ? latestBloods(board, shownEvents) : []), [board]);
  return <Events events={events} />;
}

function Events({ events }: { events: readonly BoardEvent[] }) {
  const names = useMarkNames();
  const sizeOf = useSizeOf();
  return (
    <ol className={classes.rows}>
      {events.map(({ row, solve, challenge }) => {
        const kind = markOf(solve);
        return (
          <li key={`${row.id} ${solve.id}`} className={classes.row}>
            <span
              className={classes.mark}
              style={challenge && kind !== 'nothing' ? { color: categoryStyle(challenge) } : undefined}
            >
              <Mark kind={kind} size={sizeOf(44)} />
              <span className="visually-hidden">{names[kind]}</span>
            </span>
            <span className={classes.team}>{row.name}</span>
            <span className={classes.challenge}>
              {challenge && <CategoryIcon of={challenge} size={sizeOf(28)} />}
              <span>{challenge?.title ?? `#${solve.id}`}</span>
            </span>
            <RelativeTime at={solve.time} className={classes.when} />
          </li>
        );
      })}
    </ol>
  );
}

export function ClockScene({ game, phase, rows }: SceneProps) {
  const t = useText('presenter');
  const until = phase === 'Upcoming' ? game.start : phase === 'Running' ? game.end : undefined;
  const leader = rows[0];
  return (
    <div className={classes.clock}>
      <p>{t(`presenter.clock.${phase}`)}</p>
      {until !== undefined && <Countdown until={until} className={classes.large} />}
      {leader && leader.score > 0 && (
        <p className={classes.leader}>{t('presenter.leader', { team: leader.name, score: leader.score })}</p>
      )}
    </div>
  );
}
