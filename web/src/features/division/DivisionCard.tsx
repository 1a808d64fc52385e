import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { Division } from '@vexil/contract/division';
import { hasPermission } from '@vexil/rules/permission.rules';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { CopyButton } from '../../ui/CopyButton';
import { KindBadge } from '../../ui/KindBadge';
import { Panel } from '../../ui/Panel';
import { PermissionChip } from '../../ui/PermissionChip';
import classes from './Divisions.module.css';
import { useDeleteDivision } from './division.queries';
import { findConflicts, teamPermissions } from './permission-conflicts';

type DivisionCardProps = {
  gameId: number;
  division: Division;
  onEdit: () => void;
};

export function DivisionCard({ gameId, division, onEdit }: DivisionCardProps) {
  const t = useText('division');
  const remove = useDeleteDivision(gameId);
  const [removing, setRemoving] = useState(false);
  const { name, inviteCode, defaultPermissions, kind, scoresAlone } = division;
  const conflicts = findConflicts(defaultPermissions);
  return (
    <Panel
      as="article"
      dense
      title={name}
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPencil size={16} />}
            onClick={onEdit}
            aria-label={t('division.card.editName', { name })}
          >
            {t('division.card.edit')}
          </Button>
          <ActionIcon
            data-hint={t('division.card.delete')}
            aria-label={t('division.card.deleteName', { name })}
            onClick={() => setRemoving(true)}
          >
            <IconTrash />
          </ActionIcon>
        </>
      }
    >
      <div className={classes.body}>
        {(kind || scoresAlone) && (
          <p className="row wrap gap-12 text-13">
            {kind && <KindBadge kind={kind} />}
            {scoresAlone && <span className="dimmed">{t('division.field.scoresAlone')}</span>}
          </p>
        )}
        <div className={classes.code}>
          <span className={classes.words}>{t('division.field.inviteCode')}</span>
          {inviteCode ? (
            <>
              <code className="mono">{inviteCode}</code>
              <CopyButton value={inviteCode} label={t('division.card.copyCode')} />
            </>
          ) : (
            <span>{t('division.card.noCode')}</span>
          )}
        </div>
        <div className="flex wrap gap-6">
          {teamPermissions.map((permission) => (
            <PermissionChip
              key={permission}
              permission={permission}
              granted={hasPermission(defaultPermissions, permission)}
              conflicting={conflicts.some((conflict) => conflict.permission === permission)}
            />
          ))}
        </div>
        {conflicts.map(({ permission, needs }) => (
          <p key={permission} className="full warning text-13">
            {t('division.conflict', {
              permission: t(`division.permission.${permission}`),
              needs: t(`division.permission.${needs}`),
            })}
          </p>
        ))}
      </div>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={t('division.card.deleteTitle', { name })}
        confirmLabel={t('division.card.delete')}
        danger
        onConfirm={() => remove.mutateAsync(division.id)}
      >
        {t('division.card.deleteText')}
      </ConfirmDialog>
    </Panel>
  );
}
