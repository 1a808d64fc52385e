// biome-ignore-all lint/a11y/useSemanticElements: rows and cells of a windowed table are placed by hand, which table elements forbid
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells are not operated, the buttons in them are

import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconChevronDown } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { ScoreboardChallenge } from '@vexil/contract/scoreboard';
import { signedPoints } from '@vexil/rules/award.rules';
import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { KindIcon } from '../../ui/KindBadge';
import { useStable } from '../../ui/use-stable';
import { AwardList } from './AwardList';
import classes from './BoardList.module.css';
import type { BoardDivision, Row } from './board-rows';
import { MarkShapes } from './marks';
import { SolveList } from './SolveList';
import { useRowMotion } from './use-row-motion';

/** Pixels; where a window is low, a row is one line. */
const rowHeights = { usual: 52, low: 34 };

type BoardListProps = {
  rows: readonly Row[];
  own: Row | undefined;
  version: number;
  filter: string;
  inDivision: boolean;
  divisions: ReadonlyMap<number, BoardDivision>;
  challenges: ReadonlyMap<number, ScoreboardChallenge>;
  onOpen: (teamId: number) => void;
  onShowAll: () => void;
  nothing: ReactNode;
};

export function BoardList(props: BoardListProps) {
  const { rows, own, version, filter, inDivision, divisions, challenges, onOpen, onShowAll, nothing } = props;
  const t = useText('scoreboard');
  const list = useRef<HTMLDivElement>(null);
  const isLow = useMediaQuery('(max-height: 30em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const rowHeight = rowHeights[isLow ? 'low' : 'usual'];
  const [open, setOpen] = useState<number>();
  const toggle = useStable((id: number) => setOpen(open === id ? undefined : id));
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    setOffset(Math.round(top + window.scrollY));
  }, []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    scrollMargin: offset,
    overscan: 10,
  });
  useRowMotion(list, { rows, version, filter, rowHeight });
  const ownPlace = own ? rows.findIndex(({ id }) => id === own.id) : -1;
  const away = useAway(list, own?.id, ownPlace, rowHeight);

  return (
    <div className={classes.frame} data-low={isLow || undefined}>
      <div role="table" aria-label={t('scoreboard.table')} aria-rowcount={rows.length}>
        <MarkShapes />
        <div ref={list} className="relative" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <div
                key={row.id}
                ref={virtual.measureElement}
                data-index={index}
                data-team={row.id}
                className={classes.place}
                style={{ top: start - offset }}
                role="presentation"
              >
                <ListRow
                  {...{ row, index, inDivision, divisions, challenges, onOpen }}
                  isOwn={row.id === own?.id}
                  open={open === row.id}
                  onToggle={toggle}
                />
              </div>
            );
          })}
        </div>
      </div>
      {rows.length === 0 && nothing}
      {own && away && (
        <button
          type="button"
          className={classes.pinned}
          data-floor
          onClick={() => (ownPlace < 0 ? onShowAll() : virtual.scrollToIndex(ownPlace, { align: 'center' }))}
        >
          <ListLine {...{ inDivision, divisions }} row={own} />
          {away === 'above' ? <IconArrowUp stroke="2px" /> : <IconArrowDown stroke="2px" />}
          <span className="visually-hidden">{t('scoreboard.row.jump')}</span>
        </button>
      )}
    </div>
  );
}

type ListRowProps = Pick<BoardListProps, 'inDivision' | 'divisions' | 'challenges' | 'onOpen'> & {
  row: Row;
  index: number;
  isOwn: boolean;
  open: boolean;
  onToggle: (teamId: number) => void;
};

// Memoised: the list is rendered again as soon as it knows where it stands.
const ListRow = memo(function ListRow(props: ListRowProps) {
  const { row, index, isOwn, open, onToggle, challenges, onOpen } = props;
  const t = useText('scoreboard');
  return (
    <div role="row" aria-rowindex={index + 1} className={classes.row} data-own={isOwn || undefined}>
      <div role="cell">
        <button type="button" className={classes.line} aria-expanded={open} onClick={() => onToggle(row.id)}>
          <ListLine {...props} />
          <IconChevronDown className={classes.chevron} />
        </button>
        {open && (
          <div className={classes.solves}>
            <AwardList row={row} challenges={challenges} />
            <SolveList row={row} challenges={challenges} limit={8} />
            <button type="button" className={classes.more} onClick={() => onOpen(row.id)}>
              {t('scoreboard.row.details')}
            </button>
          </div>
        )}
      </div>
    </div>
  );
});

type ListLineProps = { row: Row; inDivision: boolean; divisions: ReadonlyMap<number, BoardDivision> };

function ListLine({ row, inDivision, divisions }: ListLineProps) {
  const t = useText('scoreboard');
  const rank = inDivision ? row.divisionRank : row.rank;
  const division = row.divisionId === null ? undefined : divisions.get(row.divisionId);
  return (
    <>
      <span className={`figures ${classes.rank}`} data-top={rank && rank <= 3 ? rank : undefined}>
        {rank || '–'}
      </span>
      <Avatar name={row.name} src={row.avatar} shape="team" size={32} />
      <span className={classes.words}>
        <span className={classes.name}>{row.name}</span>
        <span className={`figures ${classes.under}`}>
          {t('scoreboard.solvedCount', { count: row.solvedCount })}
          {division && (
            <>
              {' · '}
              {division.kind && <KindIcon kind={division.kind} word={t(`ui.kind.${division.kind}`)} />} {division.name}
            </>
          )}
        </span>
      </span>
      <span className={`figures ${classes.score}`}>
        {row.score}
        {row.awardPoints !== undefined && <small>{signedPoints(row.awardPoints)}</small>}
      </span>
    </>
  );
}

/** The edge the team's row has scrolled past; null while it is visible. */
function useAway(
  list: { current: HTMLElement | null },
  ownId: number | undefined,
  ownPlace: number,
  rowHeight: number,
) {
  const [away, setAway] = useState<'above' | 'below' | null>(null);
  useEffect(() => {
    const look = () => {
      if (ownId === undefined || !list.current) return setAway(null);
      if (ownPlace < 0) return setAway('below');
      const shown = list.current.querySelector(`[data-team="${ownId}"]`)?.getBoundingClientRect();
      const top = shown?.top ?? list.current.getBoundingClientRect().top + ownPlace * rowHeight;
      const bottomBar = 57;
      setAway(top < 0 ? 'above' : top + rowHeight > innerHeight - bottomBar ? 'below' : null);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [list, ownId, ownPlace, rowHeight]);
  return away;
}
