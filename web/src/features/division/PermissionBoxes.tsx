import { Checkbox } from '@mantine/core';
import type { GamePermission } from '@vexil/db/enums/division';
import { hasPermission } from '@vexil/rules/permission.rules';
import { useText } from '../../i18n/use-text';
import classes from './Divisions.module.css';
import { withPermission } from './division-form';
import { findConflicts } from './permission-conflicts';

type PermissionBoxesProps = {
  title: string;
  permissions: readonly GamePermission[];
  mask: number;
  onChange: (mask: number) => void;
};

export function PermissionBoxes({ title, permissions, mask, onChange }: PermissionBoxesProps) {
  const t = useText('division');
  const granted = permissions.filter((permission) => hasPermission(mask, permission));
  const conflicts = findConflicts(mask, permissions);
  const all = granted.length === permissions.length;
  return (
    <fieldset className={classes.boxes}>
      <legend className={classes.legend}>
        <Checkbox
          label={title}
          checked={all}
          indeterminate={!all && granted.length > 0}
          onChange={() =>
            onChange(permissions.reduce((current, permission) => withPermission(current, permission, !all), mask))
          }
        />
      </legend>
      {permissions.map((permission) => {
        const conflict = conflicts.find((found) => found.permission === permission);
        return (
          <Checkbox
            key={permission}
            label={t(`division.permission.${permission}`)}
            description={t(`division.permissionHelp.${permission}`)}
            error={
              conflict &&
              t('division.conflict', {
                permission: t(`division.permission.${permission}`),
                needs: t(`division.permission.${conflict.needs}`),
              })
            }
            checked={hasPermission(mask, permission)}
            onChange={(event) => onChange(withPermission(mask, permission, event.currentTarget.checked))}
          />
        );
      })}
    </fieldset>
  );
}
