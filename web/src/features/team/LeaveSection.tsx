import { Button } from '@mantine/core';
import { IconDoorExit, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { OwnTeam } from '@vexil/contract/team';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { TypedConfirmDialog } from '../../ui/TypedConfirmDialog';
import classes from './TeamDrawer.module.css';
import { useTeamActions } from './team.queries';

type LeaveSectionProps = { team: OwnTeam; leads: boolean };

export function LeaveSection({ team, leads }: LeaveSectionProps) {
  const t = useText('team');
  const navigate = useNavigate();
  const { leave, disband } = useTeamActions(team.id);
  const [asking, setAsking] = useState(false);
  const name = team.name ?? '';
  const isHeld = leads ? team.held !== null : team.held === 'members';
  const words = leads ? 'team.disband' : 'team.leave';
  const leaveTeam = async () => {
    const close = () => navigate({ to: '/teams', search: {}, replace: true, ignoreBlocker: true });
    await (leads ? disband(close) : leave(close));
  };
  return (
    <section className={classes.leave}>
      <div>
        <h4 className="below-4 text-14 semibold">{t(`${words}.title`, { team: name })}</h4>
        <p className={classes.hint}>{isHeld ? t('team.lock.untilEnd') : t(`${words}.hint`)}</p>
      </div>
      <Button
        variant="light"
        color="red"
        disabled={isHeld}
        leftSection={leads ? <IconTrash /> : <IconDoorExit />}
        onClick={() => setAsking(true)}
      >
        {t(`${words}.action`)}
      </Button>
      {leads ? (
        <TypedConfirmDialog
          opened={asking}
          onClose={() => setAsking(false)}
          title={t('team.disband.question', { team: name })}
          confirmLabel={t('team.disband.action')}
          expected={name}
          fieldLabel={t('team.disband.typeName', { team: name })}
          onConfirm={leaveTeam}
        >
          {t('team.disband.text')}
        </TypedConfirmDialog>
      ) : (
        <ConfirmDialog
          opened={asking}
          onClose={() => setAsking(false)}
          title={t('team.leave.question', { team: name })}
          confirmLabel={t('team.leave.action')}
          danger
          onConfirm={leaveTeam}
        >
          {t('team.leave.text')}
        </ConfirmDialog>
      )}
    </section>
  );
}
