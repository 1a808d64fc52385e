import { Alert, Drawer } from '@mantine/core';
import { IconLock, IconUsersGroup } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import type { OwnTeam } from '@vexil/contract/team';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { EmptyState } from '../../ui/EmptyState';
import { closesDialog } from '../../ui/use-back-closes';
import { InviteSection } from './InviteSection';
import { LeaveSection } from './LeaveSection';
import { MemberList } from './MemberList';
import classes from './TeamDrawer.module.css';
import { TeamForm } from './TeamForm';
import { TeamHead } from './TeamHead';

type TeamDrawerProps = {
  team: OwnTeam | undefined;
  /** Whether the URL names a team, even one the account is not in. */
  wanted: boolean;
  accountId: string;
  onClose: () => void;
};

export function TeamDrawer({ team, wanted, accountId, onClose }: TeamDrawerProps) {
  const t = useText('team');
  const [dirty, setDirty] = useState(false);
  // Keeps its content during the closing animation.
  const [last, setLast] = useState(team);
  if (team && team !== last) setLast(team);
  const shown = team ?? (wanted ? undefined : last);

  const blocker = useBlocker({
    shouldBlockFn: ({ current, next, action }) =>
      dirty &&
      !closesDialog(action) &&
      (current.pathname !== next.pathname ||
        (current.search as { team?: number }).team !== (next.search as { team?: number }).team),
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  return (
    <>
      <Drawer
        data-in-address
        opened={wanted}
        onClose={onClose}
        position="right"
        size={540}
        title={shown?.name ?? t('team.panel.title')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        {shown ? (
          <TeamPanel key={shown.id} team={shown} accountId={accountId} onDirty={setDirty} />
        ) : (
          <EmptyState icon={<IconUsersGroup />} title={t('team.panel.unknown')} hint={t('team.panel.unknownHint')} />
        )}
      </Drawer>
      <ConfirmDialog
        opened={blocker.status === 'blocked'}
        onClose={() => blocker.reset?.()}
        title={t('ui.form.leaveTitle')}
        confirmLabel={t('ui.form.leave')}
        danger
        onConfirm={async () => {
          setDirty(false);
          blocker.proceed?.();
        }}
      >
        {t('team.panel.leaveText')}
      </ConfirmDialog>
    </>
  );
}

type TeamPanelProps = { team: OwnTeam; accountId: string; onDirty: (dirty: boolean) => void };

function TeamPanel({ team, accountId, onDirty }: TeamPanelProps) {
  const t = useText('team');
  const leads = team.members.some(({ id, captain }) => captain && id === accountId);
  return (
    <div className={classes.panel}>
      <TeamHead team={team} editable={leads} />
      {leads && <TeamForm team={team} onDirty={onDirty} />}
      {leads && <InviteSection teamId={team.id} isPlaying={team.held !== null} />}
      {team.held && (
        <Alert color="yellow" icon={<IconLock />} title={t('team.lock.title')}>
          {t(team.held === 'members' ? 'team.lock.text' : 'team.lock.teamText')}
        </Alert>
      )}
      <MemberList team={team} accountId={accountId} leads={leads} />
      <LeaveSection team={team} leads={leads} />
    </div>
  );
}
