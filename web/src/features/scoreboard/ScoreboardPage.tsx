import { Button } from '@mantine/core';
import { IconFilterOff, IconUsersGroup } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import type { Scoreboard } from '@vexil/contract/scoreboard';
import { mainGroup } from '@vexil/rules/scoreboard.group.rules';
import { lazy, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useText } from '../../i18n/use-text';
import type { ConnectionState } from '../../ui/ConnectionBadge';
import { EmptyState } from '../../ui/EmptyState';
import { useKeys } from '../../ui/keys';
import { OnDemandDialog } from '../../ui/OnDemand';
import { Time } from '../../ui/Time';
import { useBackToClose } from '../../ui/use-back-to-close';
import { useHeightLeft } from '../../ui/use-height-left';
import { useStable } from '../../ui/use-stable';
import { useStage } from '../../ui/use-stage';
import { BoardLegend } from './BoardLegend';
import { BoardList } from './BoardList';
import { BoardPrint } from './BoardPrint';
import { type BoardHandle, BoardTable } from './BoardTable';
import { BoardTabs } from './BoardTabs';
import { BoardToolbar, useBoardFit } from './BoardToolbar';
import { boardOf, groupFor } from './board-groups';
import { type BoardDivision, boardRows, challengeGroups } from './board-rows';
import { type BoardSearch, comparedMax, type OnBoardSearch, ownRowHash } from './board-search';
import { ChartStrip } from './ChartStrip';
import { chartRows, useChartLines } from './chart-lines';
import classes from './ScoreboardPage.module.css';
import { TeamDrawer } from './TeamDrawer';
import { TimeBar } from './TimeBar';
import { useChartShown } from './use-chart-shown';
import { useLayout } from './use-layout';
import type { ChartTimes } from './use-plot';
import { useTimeAxis } from './use-time-axis';

const ChartDialog = lazy(() => import('./ChartDialog'));

export type ScoreboardPageProps = {
  game: { id: number; title: string; start: number; end: number; freezeTime: number | null } & Pick<
    ChartTimes,
    'pauses'
  >;
  running: boolean;
  /** At the time in the URL, or the newest. */
  board: Scoreboard;
  newest: Scoreboard;
  /** State of the request for past standings. */
  past: { loading: boolean; failed: string | undefined; onRetry: () => void };
  connection: ConnectionState;
  ownTeamId: number | undefined;
  isStaff: boolean;
  search: BoardSearch;
  onSearch: OnBoardSearch;
};

/** The frame with its tools is stage 0. Together they were one task of more than 100 ms with 2,000 teams. */
const stages = { rows: 1, chart: 2 } as const;

const placeIn = (view: string) => (view === 'challenges' ? 'corner' : 'line');

const titleOf = (id: number, challenges: ReadonlyMap<number, { title: string }>) =>
  challenges.get(id)?.title ?? `#${id}`;

// The first connection is made within moments of the page.
const isStale = (connection: ConnectionState) => connection === 'reconnecting' || connection === 'lost';

const noTeams: number[] = [];
const noDivisions: ReadonlyMap<number, BoardDivision> = new Map();

/** One board at a time, and tabs where a game has several. */
export function ScoreboardPage({ board, newest, search, ...props }: ScoreboardPageProps) {
  const { ownTeamId, onSearch } = props;
  const own = board.items.find(({ id }) => id === ownTeamId)?.divisionId;
  const group = groupFor(board, search.division ?? own);
  const shown = useMemo(() => boardOf(board, group), [board, group]);
  const latest = useMemo(() => (newest === board ? shown : boardOf(newest, group)), [newest, board, shown, group]);
  const isOwn = (chosen: number) => chosen === groupFor(board, own);
  const choose = (chosen: number) =>
    onSearch({
      division: isOwn(chosen) ? undefined : chosen,
      challenge: undefined,
      team: undefined,
      compare: undefined,
    });
  // Its own ranks are the board's.
  const division = group === mainGroup ? search.division || undefined : undefined;
  return (
    <>
      <BoardTabs divisions={board.divisions} group={group} onChange={choose} />
      <OneBoard
        key={group}
        {...props}
        board={shown}
        newest={latest}
        search={{ ...search, division }}
        isShared={group === mainGroup}
      />
    </>
  );
}

function OneBoard(props: ScoreboardPageProps & { isShared: boolean }) {
  const { game, board, newest, past, connection, ownTeamId, search, onSearch } = props;
  const t = useText('scoreboard');
  const fit = useBoardFit();
  const { compact } = fit;
  const view = search.view ?? fit.view;
  const page = useRef<HTMLDivElement>(null);
  const handle = useRef<BoardHandle>(null);
  useHeightLeft(page);
  useBoardKeys(handle);

  const { q, division, challenge, sort, team, at } = search;
  const { rows, leaders, groups, layout, challenges, divisions, listed } = useBoardData(board, search, props.isShared);
  const own = board.items.find(({ id }) => id === ownTeamId);
  const axis = useTimeAxis({
    ...{ game, at },
    running: props.running,
    board: newest,
    top: board.items[0]?.score,
  });
  const latest = Math.max(game.start, Math.min(game.end, newest.updateTimeUtc));
  const compared = search.compare ?? noTeams;
  const lines = useChartLines(chartRows(leaders, board.items, compared, own), ownTeamId);
  const [chartShown, toggleChart] = useChartShown(search, onSearch, fit.strip);
  const stage = useStage(stages.chart);

  const { open, close, openChart, closeChart, compare, goTo, showAll } = useBoardActions(search, onSearch);

  const title = `${game.title} · ${t('scoreboard.title')}`;
  const times = { ...axis, running: props.running && at === undefined, freeze: game.freezeTime, pauses: game.pauses };
  const chart = chartShown && lines.length > 0 && (
    <ChartStrip
      {...{ lines, times }}
      comparing={compared.length > 0}
      drawn={stage >= stages.chart}
      onOpen={openChart}
    />
  );
  const tools = (
    <BoardToolbar
      {...{ search, onSearch, view }}
      divisions={listed}
      gameId={game.id}
      isStaff={props.isStaff}
      place={compact ? 'compact' : placeIn(view)}
      challengeTitle={challenge === undefined ? undefined : titleOf(challenge, challenges)}
      shown={rows.length}
      total={board.items.length}
      chart={chartShown}
      onChart={fit.strip ? toggleChart : openChart}
      onPast={latest > game.start ? () => goTo(at === undefined ? latest : undefined) : undefined}
      legend={<BoardLegend bonus={board} asOf={board.updateTimeUtc} popover />}
      state={
        isStale(connection) && (
          <span>
            {t('scoreboard.asOf')} <Time at={board.updateTimeUtc} format="clock" />
          </span>
        )
      }
    />
  );
  const shared = {
    ...{ rows, own, divisions: listed },
    version: board.version || board.updateTimeUtc,
    onOpen: open,
    nothing: <NoTeams any={board.items.length > 0} onClear={showAll} />,
  };

  return (
    <div className={classes.page}>
      {compact && tools}
      {at !== undefined && (
        <TimeBar at={at} start={game.start} latest={latest} board={newest} {...past} onChange={goTo} />
      )}
      {compact ? (
        <>
          <Late drawn={stage >= stages.rows}>
            <BoardList
              {...shared}
              filter={JSON.stringify([q, division, challenge, sort])}
              inDivision={division !== undefined}
              challenges={challenges}
              onShowAll={showAll}
            />
          </Late>
          <Late drawn={stage >= stages.chart}>
            <BoardLegend bonus={board} asOf={board.updateTimeUtc} />
          </Late>
        </>
      ) : (
        <div ref={page}>
          <BoardTable
            {...shared}
            {...{ groups, layout, view, search, onSearch, handle, tools }}
            scale={axis}
            onCompare={compare}
            above={chart}
            drawn={stage >= stages.rows}
          />
        </div>
      )}
      <BoardPrint {...{ title, rows, divisions }} asOf={board.updateTimeUtc} />
      <OnDemandDialog
        dialog={ChartDialog}
        {...{ title, lines, times, search, onSearch }}
        opened={search.chart === 'large'}
        onClose={closeChart}
        onRemove={compare}
      />
      <Late drawn={stage >= stages.chart || team !== undefined}>
        <TeamDrawer
          gameId={game.id}
          teamId={team}
          {...{ board, groups, layout, challenges, divisions }}
          scale={axis}
          compared={team !== undefined && compared.includes(team)}
          onCompare={compare}
          onClose={close}
        />
      </Late>
    </div>
  );
}

/** What a reader does on the board, all of it in the address. */
function useBoardActions({ team, at, chart, compare: compared = noTeams }: BoardSearch, onSearch: OnBoardSearch) {
  const { markOpened, close } = useBackToClose(() => onSearch({ team: undefined }));
  const large = useBackToClose(() => onSearch({ chart: undefined }));
  const openChart = () => {
    large.markOpened();
    onSearch({ chart: 'large' }, { push: true });
  };
  const open = useStable((id: number) => {
    if (team === undefined) markOpened();
    onSearch({ team: id }, { push: team === undefined });
  });
  const compare = useStable((id: number) => {
    const next = compared.includes(id) ? compared.filter((other) => other !== id) : [...compared, id];
    onSearch({
      compare: next.length > 0 ? next.slice(-comparedMax) : undefined,
      chart: chart === 'large' ? chart : 'on',
    });
  });
  const goTo = useStable((time: number | undefined) => onSearch({ at: time }, { push: at === undefined }));
  const showAll = () => onSearch({ q: undefined, division: undefined, challenge: undefined });
  return { open, close, openChart, closeChart: large.close, compare, goTo, showAll };
}

const Late = ({ drawn, children }: { drawn: boolean; children: ReactNode }) => drawn && children;

function useBoardData(board: Scoreboard, { q, division, challenge, sort }: BoardSearch, isShared: boolean) {
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
  const divisions = useMemo(
    () => new Map(board.divisions.map((division) => [division.id, division])),
    [board.divisions],
  );
  // On a board of its own every row would name the same.
  return { rows, leaders, groups, layout, challenges, divisions, listed: isShared ? divisions : noDivisions };
}

function useBoardKeys(handle: RefObject<BoardHandle | null>) {
  const t = useText('scoreboard');
  const group = t('scoreboard.keys.group');
  const { hash, key } = useRouterState({
    select: ({ resolvedLocation }) => ({ hash: resolvedLocation?.hash, key: resolvedLocation?.state.key }),
    structuralSharing: true,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is another one when the row is asked for again
  useEffect(() => {
    if (hash === ownRowHash) handle.current?.showOwn();
  }, [hash, key]);
  useKeys([{ group, keys: 'm', label: t('scoreboard.row.jump'), run: () => handle.current?.showOwn() }]);
}

function NoTeams({ any, onClear }: { any: boolean; onClear: () => void }) {
  const t = useText('scoreboard');
  if (!any) {
    return (
      <EmptyState icon={<IconUsersGroup />} title={t('scoreboard.empty.title')} hint={t('scoreboard.empty.hint')} />
    );
  }
  return (
    <EmptyState
      icon={<IconFilterOff />}
      title={t('scoreboard.nothing.title')}
      hint={t('scoreboard.nothing.hint')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('scoreboard.nothing.clear')}
        </Button>
      }
    />
  );
}
