import { NumberInput } from '@mantine/core';
import type { Scoreboard } from '@vexil/contract/scoreboard';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { CategoryIcon } from '../../ui/CategoryTag';
import { categoryName, categoryStyle } from '../../ui/category';
import { formatTime } from '../../ui/format-time';
import { DivisionName } from '../../ui/KindBadge';
import { useKeys } from '../../ui/keys';
import { boardOf, groupFor } from './board-groups';
import { Mark, MarkShapes, markOf, useMarkNames } from './marks';
import type { RevealSearch } from './present-search';
import { RevealControls } from './RevealControls';
import classes from './RevealPage.module.css';
import { RevealNote } from './RevealStart';
import { closedOf } from './reveal-steps';
import { useReveal } from './use-reveal';
import { useRowMotion } from './use-row-motion';
import { useWakeLock } from './use-wake-lock';

type RevealPageProps = {
  game: { id: number; title: string; end: number };
  /** As staff see it. */
  board: Scoreboard;
  /** What everyone saw at the freeze. */
  shown: Scoreboard;
  freeze: number;
  search: RevealSearch;
  /** Whether the public still sees the scoreboard of the freeze. */
  held: boolean;
  /** What makes the standings public, or says that they are. */
  publish: ReactNode;
  onSearch: (change: Partial<RevealSearch>) => void;
};

const shownRows = 11;
/** Of the window: the team at work stands below its middle, because it rises. */
const focusAt = 0.65;

/** The ceremony: the solves of the frozen time open one by one. */
export function RevealPage({ board: whole, shown: all, ...props }: RevealPageProps) {
  const group = groupFor(whole, props.search.division);
  const board = useMemo(() => boardOf(whole, group), [whole, group]);
  const shown = useMemo(() => boardOf(all, group), [all, group]);
  return <OneReveal key={group} {...props} {...{ board, shown, group }} />;
}

function OneReveal(props: RevealPageProps & { group: number }) {
  const { game, board, shown, freeze, search, held, publish, onSearch, group: of } = props;
  const t = useText('presenter');
  useWakeLock();
  const lastTeams = search.last ?? 0;
  const state = useReveal({ game, board, shown, freeze, lastTeams, group: of });
  const { reveal, steps, next, forward, back } = state;
  const [seconds, setSeconds] = useState(2);
  const [playing, setPlaying] = useState(false);
  useAutoplay(playing && next !== undefined, seconds, steps.length, forward);
  const group = t('presenter.keys.group');
  useKeys([
    { group, keys: ' ', label: t('presenter.reveal.next'), run: forward },
    { group, keys: 'ArrowRight', label: t('presenter.reveal.next'), run: forward },
    { group, keys: 'ArrowLeft', label: t('presenter.reveal.back'), run: back },
    { group, keys: 'p', label: t('presenter.reveal.play'), run: () => setPlaying(!playing) },
  ]);

  const begun = steps.length > 0;
  const restart = () => {
    setPlaying(false);
    state.restart();
  };
  if (reveal.total === 0) {
    const text = t('presenter.reveal.nothing', { time: formatTime(freeze, 'short') });
    return (
      <RevealNote game={game} text={text}>
        {publish}
      </RevealNote>
    );
  }
  return (
    <main className={classes.page}>
      <MarkShapes />
      <header className={classes.head}>
        <h1 className={classes.title}>{game.title}</h1>
        <DivisionName division={board.divisions.find(({ id }) => id === of)} size={24} />
        <p className={`figures ${classes.progress}`} role="status">
          {t('presenter.reveal.progress', { opened: steps.length, count: reveal.total })}
        </p>
      </header>
      <div className={classes.stage}>
        <RevealRows {...state} />
        {begun ? (
          <Opened {...state} board={board} />
        ) : (
          <Plan {...state} {...{ freeze, lastTeams }} onLastTeams={(last) => onSearch({ last: last || undefined })}>
            {held ? t('presenter.reveal.held') : publish}
          </Plan>
        )}
      </div>
      <RevealControls
        {...{ playing, seconds, begun, publish }}
        gameId={game.id}
        done={next === undefined}
        onNext={forward}
        onBack={back}
        onRestart={restart}
        onPlaying={setPlaying}
        onSeconds={setSeconds}
      />
    </main>
  );
}

function useAutoplay(playing: boolean, seconds: number, count: number, forward: () => void): void {
  const latest = useRef(forward);
  latest.current = forward;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins its time anew
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => latest.current(), seconds * 1000);
    return () => clearTimeout(timer);
  }, [playing, seconds, count]);
}

type State = ReturnType<typeof useReveal>;

function RevealRows({ reveal, steps, standings, next, opened }: State) {
  const t = useText('presenter');
  const list = useRef<HTMLOListElement>(null);
  const focus = opened?.row?.id ?? next;
  const place = Math.max(
    0,
    standings.findIndex(({ id }) => id === focus),
  );
  const from = Math.max(0, Math.min(place - Math.floor(shownRows * focusAt), standings.length - shownRows));
  const shown = standings.slice(from, from + shownRows);
  const height = list.current?.firstElementChild?.getBoundingClientRect().height ?? 0;
  useRowMotion(list, { rows: standings, version: steps.length, filter: String(from), rowHeight: height });
  const left = useMemo(
    () => new Map([...reveal.closed.keys()].map((id) => [id, closedOf(reveal, steps, id).length])),
    [reveal, steps],
  );
  return (
    <ol ref={list} className={classes.rows} aria-label={t('presenter.reveal.standings')}>
      {shown.map((row) => (
        <li
          key={row.id}
          className={classes.row}
          data-team={row.id}
          data-opened={row.id === opened?.row?.id || undefined}
          data-next={row.id === next || undefined}
        >
          <span className={classes.rank} data-top={row.rank}>
            {row.rank || '–'}
          </span>
          <Avatar name={row.name} src={row.avatar} shape="team" size={36} />
          <span className="grow ellipsis semibold">{row.name}</span>
          <span className={classes.closed}>
            {Array.from({ length: Math.min(left.get(row.id) ?? 0, 12) }, (_, tile) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: closed tiles are alike
              <i key={tile} aria-hidden />
            ))}
            {left.has(row.id) && (
              <span className="visually-hidden">{t('presenter.reveal.closed', { count: left.get(row.id) })}</span>
            )}
          </span>
          <span className={classes.score}>{row.score}</span>
        </li>
      ))}
    </ol>
  );
}

type PlanProps = State & {
  freeze: number;
  lastTeams: number;
  onLastTeams: (count: number) => void;
  children: ReactNode;
};

/** Before the first step: what will happen, and who begins. */
function Plan({ reveal, standings, next, freeze, lastTeams, onLastTeams, children }: PlanProps) {
  const t = useText('presenter');
  const place = standings.findIndex(({ id }) => id === next);
  return (
    <aside className={classes.plan}>
      <p className="semibold">
        {t('presenter.reveal.plan', { count: reveal.total, time: formatTime(freeze, 'short') })}
      </p>
      <p>{t('presenter.reveal.first', { team: standings[place]?.name, place: place + 1 })}</p>
      <p className="dimmed">{t('presenter.reveal.rule')}</p>
      <p className="dimmed">{children}</p>
      <NumberInput
        label={t('presenter.reveal.lastTeams')}
        description={t('presenter.reveal.lastTeamsHelp')}
        min={0}
        max={standings.length}
        clampBehavior="strict"
        value={lastTeams}
        onChange={(value) => onLastTeams(Number(value) || 0)}
      />
    </aside>
  );
}

function Opened({ opened, board }: State & { board: Scoreboard }) {
  const t = useText('presenter');
  const names = useMarkNames();
  if (!opened?.solve || !opened.row) return null;
  const { solve, row, from, to } = opened;
  const challenge = Object.values(board.challenges)
    .flat()
    .find(({ id }) => id === solve.id);
  const kind = markOf(solve);
  const colour = challenge && kind !== 'nothing' ? categoryStyle(challenge) : undefined;
  return (
    <aside key={`${row.id} ${solve.id}`} className={classes.opened} aria-live="polite">
      <span className="faint" style={colour ? { color: colour } : undefined}>
        <Mark kind={kind} size={72} />
      </span>
      <span className={classes.kind}>{names[kind]}</span>
      <strong className={classes.challenge}>{challenge?.title ?? `#${solve.id}`}</strong>
      {challenge && (
        <span className={classes.category} style={{ color: categoryStyle(challenge) }}>
          <CategoryIcon of={challenge} size={24} /> {categoryName(t, challenge)}
        </span>
      )}
      <span className={classes.who}>{row.name}</span>
      <span className={classes.points}>+{solve.score}</span>
      <span className={classes.move} data-up={to < from || undefined}>
        {to < from ? t('presenter.reveal.rises', { from, to }) : t('presenter.reveal.stays', { place: to })}
      </span>
    </aside>
  );
}
