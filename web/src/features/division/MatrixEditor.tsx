import { Button, Checkbox } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { shareOf } from './matrix';
import { challengePermissionNames, findConflicts } from './permission-conflicts';

type MatrixEditorProps = {
  title: string;
  /** The masks that count in the chosen cells. */
  masks: readonly number[];
  /** The cells are default permissions, which follow nothing. */
  isDefault: boolean;
  hasException: boolean;
  onSet: (permission: (typeof challengePermissionNames)[number], granted: boolean) => void;
  onUseDefault: () => void;
};

/** The permissions of the chosen cells, all at once. */
export function MatrixEditor({ title, masks, isDefault, hasException, onSet, onUseDefault }: MatrixEditorProps) {
  const t = useText('division');
  const [mask, ...others] = masks;
  const conflicts =
    mask !== undefined && others.every((other) => other === mask) ? findConflicts(mask, challengePermissionNames) : [];
  return (
    <div className="grid gap-10">
      <p className="anywhere semibold">{title}</p>
      {challengePermissionNames.map((permission, index) => {
        const share = shareOf(masks, permission);
        const conflict = conflicts.find((found) => found.permission === permission);
        return (
          <Checkbox
            key={permission}
            data-autofocus={index === 0 || undefined}
            label={t(`division.permission.${permission}`)}
            description={
              share === 'some'
                ? t('division.matrix.mixed')
                : isDefault
                  ? t(`division.permissionHelp.${permission}`)
                  : undefined
            }
            error={
              conflict &&
              t('division.conflict', {
                permission: t(`division.permission.${permission}`),
                needs: t(`division.permission.${conflict.needs}`),
              })
            }
            checked={share === 'all'}
            indeterminate={share === 'some'}
            onChange={() => onSet(permission, share !== 'all')}
          />
        );
      })}
      {!isDefault && (
        <Button
          size="xs"
          variant="default"
          disabled={!hasException}
          leftSection={<IconArrowBackUp size={16} />}
          onClick={onUseDefault}
        >
          {t('division.matrix.useDefault')}
        </Button>
      )}
    </div>
  );
}
