import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Notice } from '@vexil/contract/notice';
import { Fragment } from 'react';
import { useText } from '../../i18n/use-text';
import type { ChallengeFinder } from '../../live/details-query';
import { Markdown } from '../../ui/Markdown';
import classes from './NoticeText.module.css';

type NoticeTextProps = {
  notice: Notice;
  gameId: number;
  findChallenge: ChallengeFinder;
};

/** Names of challenges are links if the account may see the challenge. */
export function NoticeText({ notice, gameId, findChallenge }: NoticeTextProps) {
  const t = useText('notice');
  const { type, values } = notice;
  if (type === 'Normal') return <WrittenText notice={notice} gameId={gameId} findChallenge={findChallenge} />;

  const isBlood = type !== 'NewChallenge' && type !== 'NewHint';
  const title = (isBlood ? values[1] : values[0]) ?? '';
  const team = isBlood ? (values[0] ?? '') : '';
  const division = isBlood ? values[2] : undefined;
  const id = findChallenge(title)?.id;
  // Languages place the names differently in the sentence.
  const parts = t(`notice.text.${type}`, { team: '<team>', challenge: '<challenge>' }).split(/(<team>|<challenge>)/);
  return (
    <span className={classes.text}>
      {division && `${division}: `}
      {parts.map((part, index) => {
        const key = `${index} ${part}`;
        if (part === '<team>') return <strong key={key}>{team}</strong>;
        if (part !== '<challenge>') return <Fragment key={key}>{part}</Fragment>;
        if (id === undefined) return <strong key={key}>{title}</strong>;
        return (
          <Link
            key={key}
            to="/games/$id/challenges"
            params={{ id: gameId }}
            search={{ challenge: id }}
            className="link semibold"
          >
            {title}
          </Link>
        );
      })}
    </span>
  );
}

function WrittenText({ notice: { values, challengeId }, gameId, findChallenge }: NoticeTextProps) {
  const challenge = challengeId === undefined ? undefined : findChallenge(challengeId);
  return (
    <>
      <Markdown source={values[0] ?? ''} compact className="anywhere" />
      {challenge && (
        <Link
          to="/games/$id/challenges"
          params={{ id: gameId }}
          search={{ challenge: challenge.id }}
          className={classes.about}
        >
          <IconArrowRight size={14} />
          {challenge.title}
        </Link>
      )}
    </>
  );
}
