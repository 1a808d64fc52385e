// biome-ignore-all lint/a11y/useSemanticElements: rows and cells of a windowed table are placed by hand, which table elements forbid
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells are not operated, the buttons in them are

import { IconChartLine } from '@tabler/icons-react';
import { signedPoints } from '@vexil/rules/award.rules';
import { memo, type ReactNode } from 'react';
import type { LanguageTag } from '../../i18n/languages';
import type { BaseFeature, Translate } from '../../i18n/texts';
import { Avatar } from '../../ui/Avatar';
import { KindIcon } from '../../ui/KindBadge';
import classes from './BoardRow.module.css';
import type { BoardDivision, Layout, Row } from './board-rows';
import type { BoardView } from './board-search';
import { CategoryCells, type CellScale, FactCells, SolveCells } from './cells';
import type { MarkKind } from './marks';

export type RowShared = {
  view: BoardView;
  layout: Layout;
  /** Column width in pixels, and the range of visible columns. */
  columnWidth: number;
  from: number;
  to: number;
  /** Whether one division is selected; its ranks then come first. */
  inDivision: boolean;
  scale: CellScale;
  markNames: Record<MarkKind, string>;
  /** Translation and language are passed down: hooks per row cost more than the row itself. */
  t: Translate<'scoreboard' | BaseFeature>;
  language: LanguageTag;
  onOpen: (teamId: number) => void;
  onCompare: (teamId: number) => void;
};

type BoardRowProps = RowShared & {
  row: Row;
  /** Index among the visible rows; -1 for the pinned copy. */
  index: number;
  top?: number;
  division: BoardDivision | undefined;
  own: boolean;
  compared: boolean;
  /** Replaces the row's usual actions. */
  action?: ReactNode;
};

/** Header rows before the first team. */
const headRows = 2;

/** Memoised: renders only when its own data or the visible columns change. */
export const BoardRow = memo(function BoardRow(props: BoardRowProps) {
  const { row, index, top, division, own, compared, action, view, inDivision, t, onOpen, onCompare } = props;
  const rank = inDivision ? row.divisionRank : row.rank;
  const compareName = t(compared ? 'scoreboard.compare.remove' : 'scoreboard.compare.add', { team: row.name });
  return (
    <div
      role="row"
      aria-rowindex={index < 0 ? undefined : index + headRows + 1}
      className={classes.row}
      style={top === undefined ? undefined : { top }}
      data-team={index < 0 ? undefined : row.id}
      data-own={own || undefined}
      data-compared={compared || undefined}
    >
      <div className={classes.fixed} role="presentation">
        <span role="cell" aria-colindex={1} className={`figures ${classes.rank}`} data-top={rankTone(rank)}>
          {rank ? rank : <span data-hint={t('scoreboard.row.unranked')}>–</span>}
        </span>
        <div role="rowheader" aria-colindex={2} className={classes.team}>
          <Avatar name={row.name} src={row.avatar} shape="team" size={24} />
          <span className="column grow shrinks">
            <button type="button" className={classes.name} onClick={() => onOpen(row.id)}>
              {row.name}
            </button>
            {division && <Division {...props} division={division} />}
          </span>
          {own && !action && <span className={classes.you}>{t('scoreboard.row.you')}</span>}
          {action ?? (
            <button
              type="button"
              className={classes.compare}
              aria-pressed={compared}
              aria-label={compareName}
              data-hint={compareName}
              onClick={() => onCompare(row.id)}
            >
              <IconChartLine size={16} />
            </button>
          )}
        </div>
        <span role="cell" aria-colindex={3} className={`figures ${classes.solved}`}>
          {row.solvedCount}
        </span>
        <span role="cell" aria-colindex={4} className={`figures ${classes.score}`}>
          {row.score}
          {row.awardPoints !== undefined && (
            <small data-hint={t('scoreboard.row.awards')}>{signedPoints(row.awardPoints)}</small>
          )}
        </span>
      </div>
      {view === 'challenges' && <SolveCells {...props} />}
      {view === 'categories' && <CategoryCells {...props} />}
      {view === 'list' && <FactCells {...props} />}
    </div>
  );
});

function Division({ row, division, inDivision, t }: BoardRowProps & { division: BoardDivision }) {
  const rank = inDivision ? row.rank : row.divisionRank;
  return (
    <span className={`figures ${classes.division}`}>
      {division.kind && <KindIcon kind={division.kind} word={t(`ui.kind.${division.kind}`)} />} {division.name}
      {rank !== null && rank > 0 && (
        <> · {t(inDivision ? 'scoreboard.row.overall' : 'scoreboard.row.inDivision', { rank })}</>
      )}
    </span>
  );
}

const rankTone = (rank: number | null) => (rank !== null && rank >= 1 && rank <= 3 ? rank : undefined);
