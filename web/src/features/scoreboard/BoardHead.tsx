// biome-ignore-all lint/a11y/useSemanticElements: rows and cells of a windowed table are placed by hand, which table elements forbid
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells are not operated, the buttons in them are

import { IconArrowDown } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { CategoryIcon } from '../../ui/CategoryTag';
import { categoryKey, categoryName, categoryStyle } from '../../ui/category';
import classes from './BoardHead.module.css';
import type { CategoryGroup, Layout } from './board-rows';
import type { BoardSearch, BoardSort, BoardView, OnBoardSearch } from './board-search';
import { fixedColumns } from './cells';
import { flatNamesFrom } from './use-board-windows';

/** Pixels from which on the name of a category is shown: those in which it fits, in every language. */
const nameFrom = (name: string) => (name.length > 10 ? 80 : 72);

/** Pixels below which figures of four digits become smaller, and from which on a number has its word. */
const narrowBelow = 32;
const wordFrom = 120;

type BoardHeadProps = {
  groups: readonly CategoryGroup[];
  layout: Layout;
  view: BoardView;
  columnWidth: number;
  from: number;
  to: number;
  /** Height of the tools above, and of the head itself. */
  top: number;
  height: number;
  search: BoardSearch;
  onSearch: OnBoardSearch;
};

export const BoardHead = memo(function BoardHead(props: BoardHeadProps) {
  const { view, top, height, search, onSearch } = props;
  const t = useText('scoreboard');
  const sort = search.sort ?? 'score';
  const sorter = (by: BoardSort, column: number, label: string, className?: string): ReactNode => (
    <div
      role="columnheader"
      aria-colindex={column}
      aria-sort={sort === by ? 'descending' : 'none'}
      className={`${classes.sorter} ${className ?? ''}`}
    >
      <button type="button" onClick={() => onSearch({ sort: by === 'score' ? undefined : by })}>
        {sort === by && <IconArrowDown size={14} stroke="2px" />}
        {label}
      </button>
    </div>
  );
  return (
    <div className={classes.head} style={{ top, height }} role="rowgroup">
      <div className={classes.row} role="row" aria-rowindex={1}>
        <div className={classes.fixed} role="presentation">
          <Column at={1} className={classes.rank}>
            {t('scoreboard.column.rank')}
          </Column>
          <Column at={2} className={classes.team}>
            {t('scoreboard.column.team')}
          </Column>
          {sorter('solved', 3, t('scoreboard.column.solved'), classes.solved)}
          {sorter('score', 4, t('scoreboard.column.score'), classes.score)}
        </div>
        {view === 'challenges' && <ChallengeColumns {...props} />}
        {view === 'categories' && <CategoryColumns {...props} />}
        {view === 'list' && (
          <div className={classes.facts} role="presentation">
            <Column at={5}>{t('scoreboard.column.history')}</Column>
            <Column at={6}>{t('scoreboard.column.bloods')}</Column>
            {sorter('last', 7, t('scoreboard.column.last'), classes.last)}
          </div>
        )}
      </div>
    </div>
  );
});

type ColumnProps = { at: number; className?: string; children: ReactNode };

function Column({ at, className, children }: ColumnProps) {
  return (
    <div role="columnheader" aria-colindex={at} className={className}>
      {children}
    </div>
  );
}

function ChallengeColumns({ groups, layout, columnWidth, from, to, search, onSearch }: BoardHeadProps) {
  const t = useText('scoreboard');
  return (
    <div className="rigid relative" style={{ width: layout.columns * columnWidth }} role="presentation">
      {groups.map((group) => {
        const { from: first, challenges } = group;
        if (first > to || first + challenges.length <= from) return null;
        const name = categoryName(t, group);
        const colour = { '--category': categoryStyle(group) };
        return (
          <div key={categoryKey(group)} role="presentation" style={colour}>
            <div
              className={classes.group}
              style={{ left: first * columnWidth, width: challenges.length * columnWidth }}
              data-hint={name}
              aria-hidden
            >
              <span className={classes.groupName}>
                {columnWidth * challenges.length >= nameFrom(name) && <span>{name}</span>}
                <CategoryIcon of={group} size={14} />
              </span>
            </div>
            {challenges.map(({ id, title, score, solved }, index) => {
              const column = first + index;
              if (column < from || column > to) return null;
              const chosen = search.challenge === id;
              const facts = `${t('scoreboard.points', { count: score })} · ${t('scoreboard.solves', { count: solved })}`;
              return (
                <div
                  key={id}
                  role="columnheader"
                  aria-colindex={fixedColumns + 1 + column}
                  className={classes.challenge}
                  style={{ left: column * columnWidth, width: columnWidth }}
                >
                  <button
                    type="button"
                    className={classes.choose}
                    data-flat={columnWidth >= flatNamesFrom || undefined}
                    data-narrow={columnWidth < narrowBelow || undefined}
                    style={{ '--lines': Math.min(3, Math.floor(columnWidth / 12)) }}
                    aria-pressed={chosen}
                    data-hint={`${title} · ${name} · ${facts}`}
                    onClick={() => onSearch({ challenge: chosen ? undefined : id })}
                  >
                    <span className={classes.title}>{title}</span>
                    <span className="visually-hidden">{` ${name}, ${facts}`}</span>
                    <span className={`figures ${classes.value}`} aria-hidden>
                      {score}
                    </span>
                    <span className={`figures ${classes.solves}`} aria-hidden>
                      {solved}
                    </span>
                  </button>
                </div>
              );
            })}
          </div>
        );
      })}
    </div>
  );
}

function CategoryColumns({ groups, columnWidth }: BoardHeadProps) {
  const t = useText('scoreboard');
  return (
    <div className="rigid relative" style={{ width: groups.length * columnWidth }} role="presentation">
      {groups.map((group, index) => (
        <div
          key={categoryKey(group)}
          role="columnheader"
          aria-colindex={fixedColumns + 1 + index}
          className={classes.category}
          data-hint={`${categoryName(t, group)} · ${t('scoreboard.challenges', { count: group.challenges.length })}`}
          style={{ left: index * columnWidth, width: columnWidth, '--category': categoryStyle(group) }}
        >
          <span className={classes.categoryName}>{categoryName(t, group)}</span>
          <small className={`figures ${classes.categoryCount}`}>
            <CategoryIcon of={group} size={14} />
            {columnWidth < wordFrom
              ? group.challenges.length
              : t('scoreboard.challenges', { count: group.challenges.length })}
          </small>
        </div>
      ))}
    </div>
  );
}
