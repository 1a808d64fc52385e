import { ActionIcon, SegmentedControl } from '@mantine/core';
import { IconTrash, IconUserShield } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import { type StaffRole, staffRoles } from '@vexil/db/enums/game';
import { useState } from 'react';
import type { ReplyOf } from '../../api/call';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { toastError } from '../../ui/toast';
import { AddStaff } from './AddStaff';
import classes from './Staff.module.css';
import { staffQuery, useRemoveStaff, useSetStaff } from './staff.queries';

type Member = ReplyOf<typeof gameEditEndpoints.staff>[number];

type StaffPageProps = {
  gameId: number;
  /** Whether the account may search all accounts. */
  isAdmin: boolean;
  ownId: string;
};

export function StaffPage({ gameId, isAdmin, ownId }: StaffPageProps) {
  const t = useText('staff');
  const staff = useQuery(staffQuery(gameId));
  return (
    <div className={classes.page}>
      <AddStaff gameId={gameId} isAdmin={isAdmin} />
      <Panel flush title={t('staff.list.title')}>
        <QueryState query={staff} pending={<ListSkeleton count={3} />} />
        {staff.data?.length === 0 && (
          <EmptyState icon={<IconUserShield />} title={t('staff.list.empty')} hint={t('staff.list.emptyHint')} />
        )}
        <ul>
          {staff.data?.map((member) => (
            <StaffRow key={member.userId} gameId={gameId} member={member} isSelf={member.userId === ownId} />
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function StaffRow({ gameId, member, isSelf }: { gameId: number; member: Member; isSelf: boolean }) {
  const t = useText('staff');
  const set = useSetStaff(gameId);
  const remove = useRemoveStaff(gameId);
  const [removing, setRemoving] = useState(false);
  const { userId, userName, avatar, role } = member;
  const change = (next: StaffRole) =>
    set.mutate(
      { userId, role: next },
      { onError: (error) => toastError(error, { title: t('staff.list.notChanged', { name: userName }) }) },
    );
  return (
    <li className={classes.row}>
      <Avatar name={userName} src={avatar} size={32} />
      <span className={classes.name}>
        {userName}
        {isSelf && <span className={classes.self}>{t('staff.list.self')}</span>}
      </span>
      <SegmentedControl
        size="xs"
        aria-label={t('staff.list.roleOf', { name: userName })}
        value={role}
        disabled={set.isPending}
        onChange={(next) => change(next as StaffRole)}
        data={staffRoles.map((each) => ({ value: each, label: t(`staff.role.${each}`) }))}
      />
      <ActionIcon
        data-hint={t('staff.list.remove')}
        aria-label={t('staff.list.removeName', { name: userName })}
        onClick={() => setRemoving(true)}
      >
        <IconTrash />
      </ActionIcon>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={t('staff.list.removeTitle', { name: userName })}
        confirmLabel={t('staff.list.remove')}
        danger
        onConfirm={() => remove.mutateAsync(userId)}
      >
        {t(isSelf ? 'staff.list.removeSelfText' : 'staff.list.removeText')}
      </ConfirmDialog>
    </li>
  );
}
