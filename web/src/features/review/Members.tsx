import { IconCheck, IconStarFilled, IconX } from '@tabler/icons-react';
import type { Profile } from '@vexil/contract/account';
import type { FieldValue } from '@vexil/contract/own-field';
import type { ParticipationInfo } from '@vexil/contract/participation';
import { useIsSolo, useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { answerText } from '../../ui/own-fields';
import classes from './Review.module.css';

export function Members({ participation, personal }: { participation: ParticipationInfo; personal: boolean }) {
  const t = useText('review');
  const isSolo = useIsSolo();
  const { team, registeredMembers, memberFields } = participation;
  const registered = new Set(registeredMembers);
  const members = team.members.toSorted(
    (a, b) => Number(b.userId === team.captainId) - Number(a.userId === team.captainId),
  );
  return (
    <ul className={classes.members}>
      {members.map((member) => (
        <li key={member.userId} className={classes.member}>
          <Avatar name={member.userName ?? ''} src={member.avatar} size={28} />
          <span className={classes.memberName}>
            {member.userName}
            {!isSolo && member.userId === team.captainId && (
              <span className="inline-row gap-4 warning text-12 medium">
                <IconStarFilled size={12} />
                {t('review.member.captain')}
              </span>
            )}
          </span>
          {!isSolo && (
            <span className={classes.joined} data-joined={registered.has(member.userId) || undefined}>
              {registered.has(member.userId) ? <IconCheck size={14} stroke="2px" /> : <IconX size={14} stroke="2px" />}
              {t(registered.has(member.userId) ? 'review.member.joined' : 'review.member.notJoined')}
            </span>
          )}
          {personal ? (
            <PersonalData
              member={member}
              answers={memberFields.find(({ userId }) => userId === member.userId)?.fields ?? []}
            />
          ) : (
            <span className={classes.masked}>{t('review.member.masked')}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function PersonalData({ member, answers }: { member: Profile; answers: FieldValue[] }) {
  const t = useText('review', 'own-field');
  const { email, realName, stdNumber, phone, fields } = member;
  const data = [
    [t('review.member.realName'), realName],
    [t('review.member.stdNumber'), stdNumber],
    [t('review.member.email'), email],
    [t('review.member.phone'), phone],
    // A game may ask what the platform asks.
    ...fields.map((field) => [field.name, answerText(field, t), `platform ${field.id}`] as const),
    ...answers.map((field) => [field.name, answerText(field, t), `game ${field.id}`] as const),
  ] as const;
  return (
    <dl className={classes.data}>
      {data.map(([name, value, key = name]) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>{value || '—'}</dd>
        </div>
      ))}
    </dl>
  );
}
