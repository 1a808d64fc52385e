import { Popover, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCornerDownRight, IconPencil } from '@tabler/icons-react';
import type { ChallengeInfo } from '@vexil/contract/challenge';
import type { Division } from '@vexil/contract/division';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConflictDialog } from '../../ui/ConflictDialog';
import { categoryName } from '../../ui/category';
import { FormBar } from '../../ui/FormBar';
import { Panel } from '../../ui/Panel';
import { useHeightLeft } from '../../ui/use-height-left';
import classes from './DivisionMatrix.module.css';
import { MatrixEditor } from './MatrixEditor';
import { MatrixRows } from './MatrixRows';
import { type Cell, effectiveMask, followDefaults, listRows, setPermission, storedMask } from './matrix';
import { challengePermissionNames } from './permission-conflicts';
import { useGrid } from './use-grid';
import { useMatrix } from './use-matrix';

type DivisionMatrixProps = {
  gameId: number;
  divisions: readonly Division[];
  challenges: readonly ChallengeInfo[];
};

/** What each division may do at each challenge: rows and columns can be set as well as single cells. */
export function DivisionMatrix({ gameId, divisions: stored, challenges }: DivisionMatrixProps) {
  const t = useText('division');
  const isPhone = useMediaQuery('(max-width: 47.99em)') ?? false;
  const matrix = useMatrix(gameId, stored, challenges);
  const { divisions } = matrix;
  const [chosen, setChosen] = useState<string | null>(null);
  const rows = useMemo(
    () =>
      listRows(challenges, {
        all: t('division.matrix.allChallenges'),
        defaults: t('division.matrix.defaults'),
        category: (category) => categoryName(t, category),
      }),
    [t, challenges],
  );
  const current = divisions.find(({ id }) => String(id) === chosen) ?? divisions[0];
  const columns = isPhone && current ? [current] : divisions;
  const scroll = useRef<HTMLDivElement>(null);
  useHeightLeft(scroll);
  const grid = useGrid(rows.length, columns.length + 1);
  const { row, column } = grid.place;

  const among = column === 0 ? divisions : columns.slice(column - 1, column);
  const cells = among.flatMap((division) =>
    (rows[row]?.challengeIds ?? []).map((challengeId) => ({
      division,
      cell: { divisionId: division.id, challengeId },
    })),
  );
  const places: Cell[] = cells.map(({ cell }) => cell);
  const title = `${rows[row]?.title} · ${column === 0 ? t('division.matrix.allDivisions') : among[0]?.name}`;
  const isDefault = rows[row]?.kind === 'default';
  const onKeyDown = (event: KeyboardEvent) => {
    grid.onKeyDown(event);
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    matrix.edit(followDefaults(places));
  };

  return (
    <Panel dense title={t('division.matrix.title')} className="above-12">
      <p className={classes.lead}>{t('division.matrix.lead')}</p>
      <Legend />
      {isPhone && (
        <Select
          className="below-12"
          label={t('division.matrix.division')}
          value={String(current?.id ?? '')}
          onChange={setChosen}
          data={divisions.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <div className={classes.scroll} ref={scroll}>
        <table
          ref={grid.table}
          className={classes.table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move through its cells
          role="grid"
          aria-label={t('division.matrix.title')}
          onKeyDown={onKeyDown}
        >
          <MatrixRows rows={rows} columns={columns} pending={matrix.pending} tab={grid.place} onOpen={grid.open} />
        </table>
        {grid.box && (
          <Popover
            opened
            onDismiss={grid.close}
            trapFocus
            withArrow
            withRoles={false}
            position="bottom"
            width={300}
            shadow="md"
          >
            <Popover.Target>
              <span className={classes.anchor} style={grid.box} />
            </Popover.Target>
            <Popover.Dropdown
              role="dialog"
              aria-label={title}
              onKeyDown={(event) => event.key === 'Escape' && grid.close()}
            >
              <MatrixEditor
                title={title}
                masks={cells.map(({ division, cell }) => effectiveMask(division, cell.challengeId))}
                isDefault={isDefault}
                hasException={cells.some(({ division, cell }) => storedMask(division, cell.challengeId) !== null)}
                onSet={(permission, granted) =>
                  matrix.edit(setPermission({ divisions, stored }, places, permission, granted))
                }
                onUseDefault={() => {
                  matrix.edit(followDefaults(places));
                  grid.close();
                }}
              />
            </Popover.Dropdown>
          </Popover>
        )}
      </div>
      <FormBar form={matrix} onSave={matrix.save} />
      <ConflictDialog {...matrix.conflict} />
    </Panel>
  );
}

function Legend() {
  const t = useText('division');
  return (
    <ul className={classes.legend}>
      <li>
        <span className={classes.pips} aria-hidden>
          {challengePermissionNames.map((permission) => (
            <i key={permission} data-on />
          ))}
        </span>
        {challengePermissionNames.map((permission) => t(`division.permission.${permission}`)).join(' · ')}
      </li>
      <li>
        <IconCornerDownRight size={14} /> {t('division.matrix.inherited')}
      </li>
      <li className={classes.exception}>
        <IconPencil size={14} /> {t('division.matrix.exception')}
      </li>
      <li className={classes.hint}>{t('division.matrix.keys')}</li>
    </ul>
  );
}
