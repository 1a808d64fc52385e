// biome-ignore-all lint/a11y/useSemanticElements: rows and cells of a windowed table are placed by hand, which table elements forbid
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells are not operated, the buttons in them are

import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo } from 'react';
import { useText } from '../../i18n/use-text';
import { BoardRow, type RowShared } from './BoardRow';
import classes from './BoardTable.module.css';
import type { BoardDivision, Row } from './board-rows';

type PinnedRowProps = RowShared & {
  row: Row;
  edge: 'top' | 'bottom';
  division: BoardDivision | undefined;
  /** Whether the filters exclude the team. */
  absent?: boolean;
  onShow: () => void;
};

/** The account's team, pinned to the edge it scrolled past, with a button to scroll to it. */
export const PinnedRow = memo(function PinnedRow({ edge, absent = false, onShow, ...row }: PinnedRowProps) {
  const t = useText('scoreboard');
  const Arrow = edge === 'top' ? IconArrowUp : IconArrowDown;
  const name = t(absent ? 'scoreboard.row.showAll' : 'scoreboard.row.jump');
  return (
    <div
      className={classes.pinned}
      data-floor
      data-edge={edge}
      data-absent={absent || undefined}
      role="rowgroup"
      aria-label={t('scoreboard.row.pinned')}
    >
      <BoardRow
        {...row}
        index={-1}
        own
        compared={false}
        action={
          <button type="button" className={classes.jump} aria-label={name} data-hint={name} onClick={onShow}>
            <Arrow size={16} stroke="2px" aria-hidden />
          </button>
        }
      />
    </div>
  );
});
