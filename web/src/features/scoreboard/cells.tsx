// biome-ignore-all lint/a11y/useSemanticElements: rows and cells of a windowed table are placed by hand, which table elements forbid
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells are not operated, the buttons in them are

import type { LanguageTag } from '../../i18n/languages';
import type { BaseFeature, Translate } from '../../i18n/texts';
import { categoryKey, categoryStyle, colourOf } from '../../ui/category';
import { formatTime } from '../../ui/format-time';
import classes from './BoardRow.module.css';
import { bloodCounts, categorySums, type Layout, type Row } from './board-rows';
import { flagImage, Mark, type MarkKind, markOf } from './marks';
import { historyOf, sparklinePath } from './score-history';

/** Scale of the sparklines; `top` is the leader's score. */
export type CellScale = { start: number; end: number; until: number; top: number };

/** Columns before the challenges: rank, team, solved, score. */
export const fixedColumns = 4;

type CellsProps = {
  row: Row;
  layout: Layout;
  columnWidth: number;
  from: number;
  to: number;
  markNames: Record<MarkKind, string>;
  scale: CellScale;
  t: Translate<'scoreboard' | BaseFeature>;
  language: LanguageTag;
};

/** Marks of the solves in visible columns; unsolved challenges render no cell. */
export function SolveCells({ row, layout, columnWidth, from, to, markNames }: CellsProps) {
  return (
    <div className="rigid relative" style={{ width: layout.columns * columnWidth }} role="presentation">
      {row.solvedChallenges.map((solve) => {
        const column = layout.at.get(solve.id);
        if (column === undefined || column < from || column > to) return null;
        const kind = markOf(solve);
        const group = layout.categories.findLast((each) => each.from <= column);
        return (
          <span
            key={solve.id}
            role="cell"
            aria-colindex={fixedColumns + 1 + column}
            aria-label={kind === 'nothing' ? markNames.nothing : `${markNames[kind]}, ${solve.score}`}
            className={classes.cell}
            data-challenge={solve.id}
            style={{
              left: column * columnWidth,
              width: columnWidth,
              backgroundImage: kind === 'solved' && group ? flagImage(colourOf(group)) : undefined,
            }}
          >
            {kind !== 'solved' && <Mark kind={kind} />}
          </span>
        );
      })}
    </div>
  );
}

export function CategoryCells({ row, layout, columnWidth }: CellsProps) {
  return (
    <div className="rigid relative" style={{ width: layout.categories.length * columnWidth }} role="presentation">
      {categorySums(row, layout).map(({ solved, points }, index) => {
        const group = layout.categories[index];
        if (!group || solved === 0) return null;
        return (
          <span
            key={categoryKey(group)}
            role="cell"
            aria-colindex={fixedColumns + 1 + index}
            className={`figures ${classes.category}`}
            style={{ left: index * columnWidth, width: columnWidth, '--category': categoryStyle(group) }}
          >
            <span className={classes.share}>
              {solved}
              <small>/{group.count}</small>
            </span>
            <span className="dimmed text-12">{points}</span>
            <span className={classes.bar} style={{ '--part': solved / group.count }} aria-hidden />
          </span>
        );
      })}
    </div>
  );
}

const sparkline = { width: 160, height: 24 };

/** In the list: the score over time, bloods, and the last scoring solve. */
export function FactCells({ row, markNames, scale, t, language }: CellsProps) {
  const counts = bloodCounts(row);
  return (
    <div className={classes.facts} role="presentation">
      <span role="cell" aria-colindex={5} className={classes.history}>
        <svg viewBox={`0 -1 ${sparkline.width} ${sparkline.height + 2}`} preserveAspectRatio="none" aria-hidden>
          <path d={sparklinePath(historyOf(row), scale, sparkline)} vectorEffect="non-scaling-stroke" />
        </svg>
      </span>
      <span role="cell" aria-colindex={6} className={`figures ${classes.bloods}`}>
        {(['first', 'second', 'third'] as const).map(
          (kind, place) =>
            (counts[place] ?? 0) > 0 && (
              <span key={kind} className={classes.blood}>
                <Mark kind={kind} size={18} />
                <span className="visually-hidden">{markNames[kind]}</span> {counts[place]}
              </span>
            ),
        )}
      </span>
      <span role="cell" aria-colindex={7} className={`figures ${classes.last}`}>
        {row.lastSubmissionTime > 0 ? (
          formatTime(row.lastSubmissionTime, 'short', language)
        ) : (
          <span className="faint">{t('scoreboard.row.never')}</span>
        )}
      </span>
    </div>
  );
}
