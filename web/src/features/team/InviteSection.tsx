import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { CopyButton } from '../../ui/CopyButton';
import { FailedState } from '../../ui/FailedState';
import classes from './TeamDrawer.module.css';
import { inviteQuery, useTeamActions } from './team.queries';

const joinLinkOf = (code: string): string => `${window.location.origin}/teams?${new URLSearchParams({ code })}`;

type InviteSectionProps = { teamId: number; isPlaying: boolean };

export function InviteSection({ teamId, isPlaying }: InviteSectionProps) {
  const t = useText('team');
  const { data: code, error, isFetching, refetch } = useQuery(inviteQuery(teamId));
  const { rotate } = useTeamActions(teamId);
  const [shown, setShown] = useState(false);
  const [asking, setAsking] = useState(false);
  const name = t(shown ? 'team.invite.hide' : 'team.invite.show');
  if (error && code === undefined) {
    return (
      <FailedState title={t('team.invite.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    );
  }
  return (
    <section>
      <h4 className="below-4 text-14 semibold">{t('team.invite.title')}</h4>
      <p className={classes.hint}>
        {t('team.invite.text')} {isPlaying && t('team.invite.playing')}
      </p>
      {code === undefined ? (
        <Skeleton height={36} />
      ) : (
        <div className={classes.invite}>
          <code className={`mono ${classes.code}`}>{shown ? code : '•'.repeat(28)}</code>
          <ActionIcon data-hint={name} aria-label={name} aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? <IconEyeOff /> : <IconEye />}
          </ActionIcon>
          <CopyButton value={code} label={t('team.invite.copyCode')} />
        </div>
      )}
      <div className={classes.buttons}>
        {code !== undefined && <CopyButton value={() => joinLinkOf(code)} label={t('team.invite.copyLink')} withText />}
        <Button
          variant="default"
          leftSection={<IconRefresh />}
          disabled={code === undefined}
          onClick={() => setAsking(true)}
        >
          {t('team.invite.rotate')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('team.invite.rotateTitle')}
        confirmLabel={t('team.invite.rotate')}
        onConfirm={rotate}
      >
        {t('team.invite.rotateText')}
      </ConfirmDialog>
    </section>
  );
}
