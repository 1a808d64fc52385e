import { Button } from '@mantine/core';
import { IconCrown, IconUserMinus } from '@tabler/icons-react';
import type { Team, TeamMember } from '@vexil/contract/team';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { toastSuccess } from '../../ui/toast';
import classes from './TeamDrawer.module.css';
import { useTeamDeeds } from './team.queries';

type Deed = 'transfer' | 'kick';
type MemberListProps = { team: Team; accountId: string; leads: boolean };

/** Who is in the team, the captain first; the captain hands over and removes here. */
export function MemberList({ team, accountId, leads }: MemberListProps) {
  const t = useText('team');
  const deeds = useTeamDeeds(team.id);
  const [asked, setAsked] = useState<{ deed: Deed; member: TeamMember }>();
  const [asking, setAsking] = useState(false);
  const ask = (deed: Deed, member: TeamMember) => {
    setAsked({ deed, member });
    setAsking(true);
  };
  const members = [...team.members].sort((a, b) => Number(b.captain) - Number(a.captain));
  const names = { team: team.name ?? '', member: asked?.member.userName ?? '' };
  const confirm = async () => {
    const id = asked?.member.id;
    if (!asked || id === null || id === undefined) return;
    await deeds[asked.deed](id);
    toastSuccess(t(`team.member.${asked.deed}.done`, names));
  };
  return (
    <section>
      <h4 className={classes.heading}>{t('team.members', { count: members.length })}</h4>
      <ul className={classes.members}>
        {members.map((member) => (
          <li key={member.id ?? member.userName} className={classes.member}>
            <Avatar name={member.userName ?? ''} src={member.avatar} size={36} />
            <span className={classes.who}>
              <span className={classes.userName}>
                {member.userName}
                {member.id === accountId && <span className={classes.you}>{t('team.member.you')}</span>}
              </span>
              {member.captain ? (
                <span className={classes.captain}>
                  <IconCrown size={14} stroke={1.75} aria-hidden />
                  {t('team.member.captain')}
                </span>
              ) : (
                member.bio && <span className={classes.memberBio}>{member.bio}</span>
              )}
            </span>
            {leads && !member.captain && member.id !== null && (
              <span className={classes.memberDeeds}>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconCrown size={16} stroke={1.75} aria-hidden />}
                  aria-label={t('team.member.transfer.name', { member: member.userName ?? '' })}
                  onClick={() => ask('transfer', member)}
                >
                  {t('team.member.transfer.deed')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  color="red"
                  leftSection={<IconUserMinus size={16} stroke={1.75} aria-hidden />}
                  aria-label={t('team.member.kick.name', { member: member.userName ?? '' })}
                  onClick={() => ask('kick', member)}
                >
                  {t('team.member.kick.deed')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t(`team.member.${asked?.deed ?? 'kick'}.title`, names)}
        confirmLabel={t(`team.member.${asked?.deed ?? 'kick'}.deed`)}
        danger={asked?.deed === 'kick'}
        onConfirm={confirm}
      >
        {t(`team.member.${asked?.deed ?? 'kick'}.text`, names)}
      </ConfirmDialog>
    </section>
  );
}
