import { Select } from '@mantine/core';
import { IconUsersGroup, IconX } from '@tabler/icons-react';
import type { Scoreboard } from '@vexil/contract/scoreboard';
import { useMemo, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { EmptyState } from '../../ui/EmptyState';
import { DivisionName } from '../../ui/KindBadge';
import { LinkAnchor, LinkButton } from '../../ui/links';
import { PageTitle } from '../../ui/PageHeader';
import { AwardList } from './AwardList';
import { boardOf, groupFor } from './board-groups';
import { challengeGroups, type Row } from './board-rows';
import { comparedMax } from './board-search';
import { useChartLines } from './chart-lines';
import { MarkShapes } from './marks';
import { PublicFields } from './PublicFields';
import { ScoreChart } from './ScoreChart';
import { SolveList } from './SolveList';
import { historyOf } from './score-history';
import { TeamCompare } from './TeamCompare';
import classes from './TeamPage.module.css';
import { CategoryShares, MemberShares, TeamFigures, useBonusOf } from './TeamParts';
import { TeamRadar } from './TeamRadar';
import { categoryParts, solvePlaces } from './team-facts';
import type { TeamSearch } from './team-search';
import { useLayout } from './use-layout';
import type { ChartTimes } from './use-plot';

type TeamPageProps = {
  game: { id: number; title: string };
  board: Scoreboard;
  teamId: number;
  times: ChartTimes;
  search: TeamSearch;
  onSearch: (change: Partial<TeamSearch>) => void;
};

export function TeamPage(props: TeamPageProps) {
  const { game, teamId } = props;
  const t = useText('scoreboard');
  const found = props.board.items.find(({ id }) => id === teamId);
  const group = groupFor(props.board, found?.divisionId);
  const board = useMemo(() => boardOf(props.board, group), [props.board, group]);
  const row = board.items.find(({ id }) => id === teamId);
  if (row) return <Team {...props} board={board} row={row} />;
  return (
    <>
      <PageTitle title={t('scoreboard.team.unknown')} />
      <EmptyState
        icon={<IconUsersGroup />}
        title={t('scoreboard.team.unknown')}
        hint={t('scoreboard.team.unknownHint')}
        action={
          <LinkButton variant="default" to="/games/$id/scoreboard" params={{ id: game.id }}>
            {t('scoreboard.team.back')}
          </LinkButton>
        }
      />
    </>
  );
}

function Team({ game, board, row, times, search, onSearch }: TeamPageProps & { row: Row }) {
  const t = useText('scoreboard');
  const groups = useMemo(() => challengeGroups(board), [board]);
  const layout = useLayout(groups);
  const challenges = useMemo(
    () => new Map(groups.flatMap((group) => group.challenges.map((each) => [each.id, each] as const))),
    [groups],
  );
  const places = useMemo(() => solvePlaces(board.items, row), [board.items, row]);
  const picked = (search.compare ?? []).filter((id) => id !== row.id);
  const others = picked.flatMap((id) => board.items.find((each) => each.id === id) ?? []);
  const lines = useChartLines([row, ...others], row.id);
  const division = board.divisions.find(({ id }) => id === row.divisionId);
  const [typed, setTyped] = useState('');
  const remove = (id: number) => onSearch({ compare: picked.filter((other) => other !== id) });
  const series = lines.map(({ id, name, colour, dashed }) => {
    const shown = id === row.id ? row : others.find((each) => each.id === id);
    return { id, name, colour, dashed, parts: shown ? categoryParts(shown, groups, layout) : [] };
  });

  const bonusOf = useBonusOf(board);
  // Without a step there is nothing to draw or to add up.
  const isEmpty = historyOf(row).length === 0 && others.length === 0;

  return (
    <div className={`column gap-12 ${isEmpty ? 'narrow' : 'page-width'}`}>
      <PageTitle title={`${row.name} · ${game.title}`} />
      <MarkShapes />
      <header className={classes.head}>
        <Avatar name={row.name} src={row.avatar} shape="team" size={48} />
        <div className={classes.words}>
          <LinkAnchor className="text-13" to="/games/$id/scoreboard" params={{ id: game.id }}>
            {t('scoreboard.team.back')}
          </LinkAnchor>
          <h2 className={classes.name}>{row.name}</h2>
          {(division || row.bio) && (
            <p className="row wrap gap-8 anywhere dimmed">
              <DivisionName division={division} />
              {division && row.bio && '· '}
              {row.bio}
            </p>
          )}
        </div>
        <div className={classes.figures}>
          <TeamFigures row={row} board={board} />
        </div>
      </header>
      <div className="row wrap gap-8">
        <Select
          searchable
          clearable={false}
          limit={20}
          className={classes.picker}
          aria-label={t('scoreboard.team.pick')}
          placeholder={t('scoreboard.team.pick')}
          nothingFoundMessage={t('scoreboard.nothing.title')}
          disabled={others.length >= comparedMax}
          value={null}
          data={board.items
            .filter(({ id }) => id !== row.id && !picked.includes(id))
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          searchValue={typed}
          onSearchChange={setTyped}
          onChange={(value) => {
            setTyped('');
            if (value) onSearch({ compare: [...picked, Number(value)] });
          }}
        />
        {others.map(({ id, name }) => (
          <button key={id} type="button" className={classes.chip} onClick={() => remove(id)}>
            {name}
            <IconX size={14} stroke="2px" />
            <span className="visually-hidden">{t('scoreboard.compare.remove', { team: name })}</span>
          </button>
        ))}
      </div>
      {!isEmpty && (
        <div className={classes.panel}>
          <ScoreChart
            title={`${row.name} · ${game.title}`}
            {...{ lines, times, onSearch }}
            search={{ ...search, compare: undefined }}
            onRemove={remove}
          />
        </div>
      )}
      {others.length > 0 && <TeamCompare gameId={game.id} lines={lines} rows={[row, ...others]} />}
      <div className={isEmpty ? 'grid gap-12' : classes.columns}>
        <section className={classes.box}>
          <AwardList row={row} challenges={challenges} />
          <h3 className="below-8 text-14 semibold">{t('scoreboard.team.solves')}</h3>
          <SolveList row={row} challenges={challenges} bonusOf={bonusOf} places={places} />
        </section>
        {isEmpty && <PublicFields gameId={game.id} teamId={row.id} />}
        {!isEmpty && (
          <div className="grid gap-12">
            <section className={classes.box}>
              <h3 className="below-8 text-14 semibold">{t('scoreboard.team.categories')}</h3>
              <TeamRadar categories={groups} series={series} />
              <CategoryShares row={row} layout={layout} />
            </section>
            <section className={classes.box}>
              <h3 className="below-8 text-14 semibold">{t('scoreboard.team.members')}</h3>
              <MemberShares row={row} />
            </section>
            <PublicFields gameId={game.id} teamId={row.id} />
          </div>
        )}
      </div>
    </div>
  );
}
