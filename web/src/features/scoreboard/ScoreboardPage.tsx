import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFilterOff, IconUsersGroup } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { Scoreboard } from '@vexil/contract/scoreboard';
import { useMemo, useRef } from 'react';
import { useText } from '../../i18n/use-text';
import { ConnectionBadge, type ConnectionState } from '../../ui/ConnectionBadge';
import { EmptyState } from '../../ui/EmptyState';
import { useKeys } from '../../ui/keys';
import { Time } from '../../ui/Time';
import { useHeightLeft } from '../../ui/use-height-left';
import { BoardLegend } from './BoardLegend';
import { BoardList } from './BoardList';
import { type BoardHandle, BoardTable } from './BoardTable';
import { BoardToolbar } from './BoardToolbar';
import { boardRows, challengeGroups } from './board-rows';
import { type BoardSearch, comparedMax, type OnBoardSearch } from './board-search';
import { chartRows, useChartLines } from './chart-lines';
import classes from './ScoreboardPage.module.css';
import { ScoreChart } from './ScoreChart';
import { axisEnd } from './score-history';
import { TeamDrawer } from './TeamDrawer';
import { TimeBar } from './TimeBar';
import { useCoarseNow } from './use-coarse-now';
import { useLayout } from './use-layout';
import { useStable } from './use-stable';

type ScoreboardPageProps = {
  game: { start: number; end: number };
  running: boolean;
  /** At the time in the URL, or the newest. */
  board: Scoreboard;
  newest: Scoreboard;
  /** State of the request for past standings. */
  past: { loading: boolean; failed: string | undefined; onRetry: () => void };
  connection: ConnectionState;
  ownTeamId: number | undefined;
  search: BoardSearch;
  onSearch: OnBoardSearch;
};

export function ScoreboardPage(props: ScoreboardPageProps) {
  const { game, running, board, newest, past, connection, ownTeamId, search, onSearch } = props;
  const t = useText('scoreboard');
  const router = useRouter();
  const compact = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const page = useRef<HTMLDivElement>(null);
  const handle = useRef<BoardHandle>(null);
  const openedHere = useRef(false);
  useHeightLeft(page);

  const { q, division, challenge, sort } = search;
  const rows = useMemo(
    () => boardRows(board.items, { q, division, challenge, sort }),
    [board.items, q, division, challenge, sort],
  );
  // The chart shows the top teams by score, regardless of the table's order.
  const leaders = useMemo(
    () => boardRows(board.items, { q, division, challenge }),
    [board.items, q, division, challenge],
  );
  const groups = useMemo(() => challengeGroups(board), [board]);
  const layout = useLayout(groups);
  const challenges = useMemo(
    () => new Map(groups.flatMap((group) => group.challenges.map((each) => [each.id, each] as const))),
    [groups],
  );
  const divisions = useMemo(() => new Map(board.divisions.map(({ id, name }) => [id, name])), [board.divisions]);
  const own = board.items.find(({ id }) => id === ownTeamId);

  const now = useCoarseNow();
  const latest = Math.max(game.start, Math.min(game.end, newest.updateTimeUtc));
  const last = running ? Math.min(game.end, Math.max(now, newest.updateTimeUtc)) : game.end;
  const until = search.at === undefined ? last : Math.max(game.start, Math.min(search.at, last));
  const end = running ? axisEnd(game, last) : game.end;
  const top = board.items[0]?.score ?? 0;
  const scale = useMemo(() => ({ start: game.start, end, until, top }), [game.start, end, until, top]);
  const picked = search.compare ?? [];
  const lines = useChartLines(chartRows(leaders, board.items, picked, own), ownTeamId);

  const open = useStable((team: number) => {
    openedHere.current = search.team === undefined;
    onSearch({ team }, { push: search.team === undefined });
  });
  const close = () => {
    if (openedHere.current) router.history.back();
    else onSearch({ team: undefined });
    openedHere.current = false;
  };
  const compare = useStable((team: number) => {
    const next = picked.includes(team) ? picked.filter((id) => id !== team) : [...picked, team].slice(-comparedMax);
    onSearch({ compare: next.length > 0 ? next : undefined, chart: undefined });
  });
  const goTo = useStable((at: number | undefined) => onSearch({ at }, { push: search.at === undefined }));
  const showAll = () => onSearch({ q: undefined, division: undefined, challenge: undefined });
  const group = t('scoreboard.keys.group');
  useKeys([
    {
      group,
      keys: '/',
      label: t('scoreboard.filter.search'),
      run: () => page.current?.parentElement?.querySelector<HTMLElement>('input[type=search]')?.focus(),
    },
    { group, keys: 'm', label: t('scoreboard.row.jump'), run: () => handle.current?.showOwn() },
  ]);

  const chart = search.chart !== 'off' && lines.length > 0 && (
    <ScoreChart
      lines={lines}
      start={game.start}
      end={end}
      until={until}
      running={running && search.at === undefined}
      compact={compact}
      comparing={picked.length > 0}
      onClearCompare={() => onSearch({ compare: undefined })}
      onRemove={compare}
    />
  );
  const nothing =
    board.items.length === 0 ? (
      <EmptyState
        icon={<IconUsersGroup size={28} stroke={1.75} />}
        title={t('scoreboard.empty.title')}
        hint={t('scoreboard.empty.hint')}
      />
    ) : (
      <EmptyState
        icon={<IconFilterOff size={28} stroke={1.75} />}
        title={t('scoreboard.nothing.title')}
        hint={t('scoreboard.nothing.hint')}
        action={
          <Button variant="default" onClick={showAll}>
            {t('scoreboard.nothing.clear')}
          </Button>
        }
      />
    );
  const shared = { rows, own, version: board.version || board.updateTimeUtc, divisions, onOpen: open, nothing };

  return (
    <div>
      <BoardToolbar
        search={search}
        onSearch={onSearch}
        divisions={divisions}
        challengeTitle={challenge === undefined ? undefined : (challenges.get(challenge)?.title ?? `#${challenge}`)}
        shown={rows.length}
        total={board.items.length}
        compact={compact}
        onPast={latest > game.start ? () => goTo(search.at === undefined ? latest : undefined) : undefined}
        state={
          <>
            {connection !== 'live' && <ConnectionBadge state={connection} />}
            <span>
              {t('scoreboard.asOf')} <Time at={board.updateTimeUtc} format="clock" />
            </span>
          </>
        }
      />
      {search.at !== undefined && (
        <TimeBar at={search.at} start={game.start} latest={latest} board={newest} {...past} onChange={goTo} />
      )}
      <div ref={page}>
        {compact ? (
          <>
            {chart && <div className={classes.chart}>{chart}</div>}
            <BoardList
              {...shared}
              filter={JSON.stringify([q, division, challenge, sort])}
              inDivision={division !== undefined}
              challenges={challenges}
              onShowAll={showAll}
            />
          </>
        ) : (
          <BoardTable
            {...shared}
            {...{ groups, layout, search, onSearch, scale, handle }}
            onCompare={compare}
            above={chart}
          />
        )}
      </div>
      <BoardLegend bloodBonus={board.bloodBonus} />
      <TeamDrawer
        teamId={search.team}
        {...{ board, groups, layout, challenges, divisions, scale }}
        compared={search.team !== undefined && picked.includes(search.team)}
        onCompare={compare}
        onClose={close}
      />
    </div>
  );
}
