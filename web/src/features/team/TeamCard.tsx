import { IconCrown, IconLock } from '@tabler/icons-react';
import type { Team } from '@vexil/contract/team';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import classes from './TeamCard.module.css';

/** Further members are shown as a number. */
const facesMax = 8;

type TeamCardProps = { team: Team; accountId: string; onOpen: () => void };

export function TeamCard({ team, accountId, onOpen }: TeamCardProps) {
  const t = useText('team');
  const { name, bio, avatar, locked, members } = team;
  const leads = members.some(({ id, captain }) => captain && id === accountId);
  const more = members.length - facesMax;
  return (
    <button type="button" className={classes.card} onClick={onOpen}>
      <span className={classes.head}>
        <Avatar name={name ?? ''} src={avatar} shape="team" size={48} />
        <span className="shrinks">
          <span className={classes.name}>{name}</span>
          <span className={classes.facts}>
            <span>{t('team.members', { count: members.length })}</span>
            {leads && (
              <span className={classes.captain}>
                <IconCrown size={14} />
                {t('team.youLead')}
              </span>
            )}
            {locked && (
              <span className="inline-row gap-4" data-hint={t('team.lock.hint')}>
                <IconLock size={14} />
                {t('team.lock.mark')}
              </span>
            )}
          </span>
        </span>
      </span>
      <span className={classes.bio}>{bio || t('team.noBio')}</span>
      <span className={classes.faces}>
        {members.slice(0, facesMax).map((member) => (
          <span key={member.id ?? member.userName} data-hint={member.userName ?? ''} className={classes.face}>
            <Avatar name={member.userName ?? ''} src={member.avatar} size={28} />
            <span className="visually-hidden">{member.userName}</span>
          </span>
        ))}
        {more > 0 && <span className={`figures ${classes.more}`}>+{more}</span>}
      </span>
    </button>
  );
}
