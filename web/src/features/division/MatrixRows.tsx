import { IconAlertTriangle, IconCornerDownRight, IconPencil, IconPointFilled } from '@tabler/icons-react';
import type { Division } from '@vexil/contract/division';
import { hasPermission } from '@vexil/rules/permission.rules';
import { memo, type ReactNode, useRef } from 'react';
import { useText } from '../../i18n/use-text';
import { CategoryIcon } from '../../ui/CategoryTag';
import classes from './DivisionMatrix.module.css';
import { cellKey, defaults, type Edits, effectiveMask, hasConflict, type Row, storedMask, summarise } from './matrix';
import { challengePermissionNames } from './permission-conflicts';
import type { Place } from './use-grid';

type MatrixRowsProps = {
  rows: readonly Row[];
  columns: readonly Division[];
  pending: Edits;
  /** Where the tab key leads. */
  tab: Place;
  onOpen: (at: Place) => void;
};

/** The body and the head of the matrix; unchanged rows are not rendered again. */
export function MatrixRows({ rows, columns, pending, tab, onOpen }: MatrixRowsProps) {
  const latest = useRef(onOpen);
  latest.current = onOpen;
  const open = useRef((at: Place) => latest.current(at)).current;
  const line = (row: Row, at: number) => {
    const states = columns.map((division) => stateOf(division, row, pending));
    return (
      <MatrixRow
        key={row.key}
        row={row}
        at={at}
        names={columns.map(({ name }) => name).join('\n')}
        states={states.join('\n')}
        tab={tab.row === at ? tab.column : -1}
        onOpen={open}
      />
    );
  };
  return (
    <>
      <thead>{rows.slice(0, 2).map((row, at) => line(row, at))}</thead>
      <tbody>{rows.slice(2).map((row, at) => line(row, at + 2))}</tbody>
    </>
  );
}

/** `mask`, the number of exceptions and of unsaved cells; an empty mask where the challenges differ. */
function stateOf(division: Division, row: Row, pending: Edits): string {
  const masks = new Set(row.challengeIds.map((id) => effectiveMask(division, id)));
  const exceptions = row.challengeIds.filter((id) => id !== defaults && storedMask(division, id) !== null).length;
  const unsaved = row.challengeIds.filter((id) => cellKey({ divisionId: division.id, challengeId: id }) in pending);
  return [masks.size === 1 ? [...masks][0] : '', exceptions, unsaved.length].join(' ');
}

type MatrixRowProps = {
  row: Row;
  at: number;
  /** The divisions' names, one a line; text, so that an unchanged row is not rendered again. */
  names: string;
  /** What `stateOf` gives, one a line. */
  states: string;
  /** The column that the tab key reaches, or -1. */
  tab: number;
  onOpen: (at: Place) => void;
};

const MatrixRow = memo(function MatrixRow({ row, at, names, states, tab, onOpen }: MatrixRowProps) {
  const t = useText('division');
  const button = (column: number, name: string | undefined, children: ReactNode) => (
    <button
      type="button"
      className={classes.cell}
      data-place={`${at}:${column}`}
      tabIndex={tab === column ? 0 : -1}
      aria-haspopup="dialog"
      aria-label={name}
      onClick={() => onOpen({ row: at, column })}
    >
      {children}
    </button>
  );
  return (
    <tr data-kind={row.kind}>
      <th scope="row" className={classes.rowHead}>
        {button(
          0,
          row.kind === 'all' ? undefined : `${row.title}, ${t('division.matrix.allDivisions')}`,
          <span className={classes.rowName}>
            {row.category && <CategoryIcon of={row.category} size={16} />}
            <span>{row.title}</span>
          </span>,
        )}
      </th>
      {states.split('\n').map((state, index) => {
        const name = names.split('\n')[index] ?? '';
        const Tag = row.kind === 'all' ? 'th' : 'td';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: names need not be unique, and the cells keep no state
          <Tag key={index} {...(row.kind === 'all' ? { scope: 'col' as const } : { role: 'gridcell' })}>
            {row.kind === 'all'
              ? button(index + 1, undefined, <span className={classes.columnName}>{name}</span>)
              : button(index + 1, undefined, <CellText row={row} name={name} state={state} />)}
          </Tag>
        );
      })}
    </tr>
  );
});

function CellText({ row, name, state }: { row: Row; name: string; state: string }) {
  const t = useText('division');
  const [text = '', exceptions, unsaved] = state.split(' ');
  const mask = text === '' ? undefined : Number(text);
  const summary = mask === undefined ? undefined : summarise(mask);
  const isOwn = Number(exceptions) > 0;
  return (
    <>
      <span className="visually-hidden">
        {row.title}, {name}:{' '}
      </span>
      <span className="inline-row gap-6 nowrap">
        {mask !== undefined && (
          <span className={classes.pips} aria-hidden>
            {challengePermissionNames.map((permission) => (
              <i key={permission} data-on={hasPermission(mask, permission) || undefined} />
            ))}
          </span>
        )}
        {mask !== undefined && hasConflict(mask) && (
          <IconAlertTriangle
            size={14}
            aria-hidden={false}
            aria-label={t('division.state.conflict')}
            className="warning"
          />
        )}
        <span>
          {summary === undefined && t('division.matrix.mixed')}
          {typeof summary === 'number' &&
            t('division.matrix.some', { count: summary, total: challengePermissionNames.length })}
          {typeof summary === 'string' && t(`division.matrix.${summary}`)}
        </span>
      </span>
      <span className={classes.marks}>
        {row.kind === 'one' && (
          <span className={isOwn ? classes.exception : classes.inherited}>
            {isOwn ? <IconPencil size={12} stroke="2px" /> : <IconCornerDownRight size={12} stroke="2px" />}
            {t(isOwn ? 'division.matrix.exception' : 'division.matrix.inherited')}
          </span>
        )}
        {row.kind === 'category' && isOwn && (
          <span className={classes.exception}>{t('division.card.exceptions', { count: Number(exceptions) })}</span>
        )}
        {Number(unsaved) > 0 && (
          <span className="inline-row gap-6 warning">
            <IconPointFilled size={12} />
            {t('division.matrix.unsaved')}
          </span>
        )}
      </span>
    </>
  );
}
