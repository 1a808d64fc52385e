import { Button } from '@mantine/core';
import { IconCrown, IconUserMinus } from '@tabler/icons-react';
import type { OwnTeam, TeamMember } from '@vexil/contract/team';
import { useRef } from 'react';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { useAsked } from '../../ui/use-asked';
import { useKeptFocus } from '../../ui/use-kept-focus';
import classes from './TeamDrawer.module.css';
import { useTeamActions } from './team.queries';

type Action = 'transfer' | 'kick';
type MemberListProps = { team: OwnTeam; accountId: string; leads: boolean };

export function MemberList({ team, accountId, leads }: MemberListProps) {
  const t = useText('team');
  const actions = useTeamActions(team.id);
  const { subject: asked, opened, ask, close } = useAsked<{ action: Action; member: TeamMember }>();
  const members = [...team.members].sort((a, b) => Number(b.captain) - Number(a.captain));
  const own = useRef<HTMLElement>(null);
  useKeptFocus(own, `${members.length} ${leads}`);
  const names = { team: team.name ?? '', member: asked?.member.userName ?? '' };
  const confirm = async () => {
    const id = asked?.member.id;
    if (!asked || id === null || id === undefined) return;
    await actions[asked.action](id);
  };
  return (
    <section ref={own}>
      <h4 className="below-4 text-14 semibold">{t('team.members', { count: members.length })}</h4>
      <ul>
        {members.map((member) => (
          <li key={member.id ?? member.userName} className={classes.member}>
            <Avatar name={member.userName ?? ''} src={member.avatar} size={36} />
            <span className={classes.who}>
              <span className="row gap-8 anywhere semibold">
                {member.userName}
                {member.id === accountId && <span className={classes.you}>{t('team.member.you')}</span>}
              </span>
              {member.captain ? (
                <span className={classes.captain}>
                  <IconCrown size={14} />
                  {t('team.member.captain')}
                </span>
              ) : (
                member.bio && <span className="ellipsis dimmed text-12">{member.bio}</span>
              )}
            </span>
            {leads && !member.captain && member.id !== null && (
              <span className="flex gap-6 push">
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconCrown size={16} />}
                  aria-label={t('team.member.transfer.name', { member: member.userName ?? '' })}
                  onClick={() => ask({ action: 'transfer', member })}
                >
                  {t('team.member.transfer.action')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  color="red"
                  disabled={team.held === 'members'}
                  leftSection={<IconUserMinus size={16} />}
                  aria-label={t('team.member.kick.name', { member: member.userName ?? '' })}
                  onClick={() => ask({ action: 'kick', member })}
                >
                  {t('team.member.kick.action')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={t(`team.member.${asked?.action ?? 'kick'}.title`, names)}
        confirmLabel={t(`team.member.${asked?.action ?? 'kick'}.action`)}
        danger={asked?.action === 'kick'}
        onConfirm={confirm}
      >
        {t(`team.member.${asked?.action ?? 'kick'}.text`, names)}
      </ConfirmDialog>
    </section>
  );
}
