import type { Scoreboard } from '@vexil/contract/scoreboard';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { categoryColour } from '../../theme/tokens';
import { Avatar } from '../../ui/Avatar';
import { CategoryIcon } from '../../ui/CategoryTag';
import { useKeys } from '../../ui/keys';
import { Mark, MarkShapes, markOf, useMarkNames } from './marks';
import type { RevealSearch } from './present-search';
import { RevealControls } from './RevealControls';
import classes from './RevealPage.module.css';
import { closedOf } from './reveal-steps';
import { useReveal } from './use-reveal';
import { useRowMotion } from './use-row-motion';
import { useWakeLock } from './use-wake-lock';

type RevealPageProps = {
  game: { id: number; title: string };
  /** As staff see it. */
  board: Scoreboard;
  freeze: number;
  search: RevealSearch;
  onSearch: (change: Partial<RevealSearch>) => void;
};

const shownRows = 11;
/** Of the window: the team at work stands below its middle, because it rises. */
const focusAt = 0.65;

/** The ceremony: the solves of the frozen time open one by one. */
export function RevealPage({ game, board, freeze, search, onSearch }: RevealPageProps) {
  const t = useText('presenter');
  useWakeLock();
  const lastTeams = search.last ?? 0;
  const state = useReveal({ gameId: game.id, board, freeze, lastTeams });
  const { reveal, steps, standings, next, forward, back } = state;
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

  return (
    <main className={classes.page}>
      <MarkShapes />
      <header className={classes.head}>
        <h1 className={classes.title}>{game.title}</h1>
        <p className={`figures ${classes.progress}`} role="status">
          {t('presenter.reveal.progress', { opened: steps.length, count: reveal.total })}
        </p>
      </header>
      <div className={classes.stage}>
        <RevealRows {...state} />
        <Opened {...state} board={board} />
      </div>
      <p className="faint text-12">{t('presenter.reveal.rule')}</p>
      <RevealControls
        {...{ game, playing, seconds, lastTeams }}
        teams={standings.length}
        done={next === undefined}
        begun={steps.length > 0}
        onNext={forward}
        onBack={back}
        onRestart={state.restart}
        onPlaying={setPlaying}
        onSeconds={setSeconds}
        onLastTeams={(last) => onSearch({ last: last || undefined })}
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
          data-top={row.rank > 0 && row.rank <= 3 ? row.rank : undefined}
        >
          <span className={classes.rank}>{row.rank || '–'}</span>
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

function Opened({ opened, board }: State & { board: Scoreboard }) {
  const t = useText('presenter');
  const names = useMarkNames();
  if (!opened?.solve || !opened.row) return <aside className={classes.opened} data-empty />;
  const { solve, row, from, to } = opened;
  const challenge = Object.values(board.challenges)
    .flat()
    .find(({ id }) => id === solve.id);
  const kind = markOf(solve);
  const colour = challenge && kind !== 'nothing' ? categoryColour(challenge.category) : undefined;
  return (
    <aside key={`${row.id} ${solve.id}`} className={classes.opened} aria-live="polite">
      <span className="faint" style={colour ? { color: colour } : undefined}>
        <Mark kind={kind} size={72} />
      </span>
      <span className={classes.kind}>{names[kind]}</span>
      <strong className={classes.challenge}>{challenge?.title ?? `#${solve.id}`}</strong>
      {challenge && (
        <span className={classes.category} style={{ color: categoryColour(challenge.category) }}>
          <CategoryIcon category={challenge.category} size={24} /> {t(`ui.category.${challenge.category}`)}
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
