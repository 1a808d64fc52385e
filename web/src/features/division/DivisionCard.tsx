import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ChallengeInfo } from '@vexil/contract/challenge';
import type { Division } from '@vexil/contract/division';
import { hasPermission } from '@vexil/rules/permission.rules';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { CategoryIcon } from '../../ui/CategoryTag';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { CopyButton } from '../../ui/CopyButton';
import { Hint } from '../../ui/Hint';
import { Panel } from '../../ui/Panel';
import { PermissionChip } from '../../ui/PermissionChip';
import { toastSuccess } from '../../ui/toast';
import classes from './Divisions.module.css';
import { useDeleteDivision } from './division.queries';
import { challengePermissionNames, findConflicts, teamPermissions } from './permission-conflicts';

type DivisionCardProps = {
  gameId: number;
  division: Division;
  challenges: readonly ChallengeInfo[];
  onEdit: () => void;
};

export function DivisionCard({ gameId, division, challenges, onEdit }: DivisionCardProps) {
  const t = useText('division');
  const remove = useDeleteDivision(gameId);
  const [removing, setRemoving] = useState(false);
  const { name, inviteCode, defaultPermissions, challengeConfigs } = division;
  const conflicts = findConflicts(defaultPermissions);
  const isConflicting = (permission: string) => conflicts.some((conflict) => conflict.permission === permission);
  return (
    <Panel
      as="article"
      title={name}
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
            onClick={onEdit}
            aria-label={t('division.card.editName', { name })}
          >
            {t('division.card.edit')}
          </Button>
          <Hint label={t('division.card.delete')}>
            <ActionIcon aria-label={t('division.card.deleteName', { name })} onClick={() => setRemoving(true)}>
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          </Hint>
        </>
      }
    >
      <div className={classes.body}>
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
        {[teamPermissions, challengePermissionNames].map((group, index) => (
          <div key={group[0]}>
            <p className={classes.groupName}>{t(index === 0 ? 'division.group.team' : 'division.group.challenge')}</p>
            <div className={classes.chips}>
              {group.map((permission) => (
                <PermissionChip
                  key={permission}
                  permission={permission}
                  granted={hasPermission(defaultPermissions, permission)}
                  conflicting={isConflicting(permission)}
                />
              ))}
            </div>
          </div>
        ))}
        {conflicts.map(({ permission, needs }) => (
          <p key={permission} className={classes.conflict}>
            {t('division.conflict', {
              permission: t(`division.permission.${permission}`),
              needs: t(`division.permission.${needs}`),
            })}
          </p>
        ))}
        {challengeConfigs.length > 0 && (
          <details className={classes.exceptions}>
            <summary>{t('division.card.exceptions', { count: challengeConfigs.length })}</summary>
            <ul>
              {challengeConfigs.map(({ challengeId, permissions }) => {
                const challenge = challenges.find(({ id }) => id === challengeId);
                return (
                  <li key={challengeId}>
                    <span className={classes.exceptionName}>
                      {challenge && <CategoryIcon category={challenge.category} size={16} />}
                      {challenge?.title ?? `#${challengeId}`}
                    </span>
                    <span className={classes.chips}>
                      {challengePermissionNames.map((permission) => (
                        <PermissionChip
                          key={permission}
                          permission={permission}
                          granted={hasPermission(permissions, permission)}
                        />
                      ))}
                    </span>
                  </li>
                );
              })}
            </ul>
          </details>
        )}
      </div>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={t('division.card.deleteTitle', { name })}
        confirmLabel={t('division.card.delete')}
        danger
        onConfirm={() => remove.mutateAsync(division.id).then(() => toastSuccess(t('division.card.deleted', { name })))}
      >
        {t('division.card.deleteText')}
      </ConfirmDialog>
    </Panel>
  );
}
