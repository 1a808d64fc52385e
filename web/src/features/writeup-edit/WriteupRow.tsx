import { UnstyledButton } from '@mantine/core';
import type { ReviewedWriteup } from '@vexil/contract/writeup';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { Time } from '../../ui/Time';
import classes from './Writeups.module.css';

type WriteupRowProps = {
  writeup: ReviewedWriteup;
  division: string | undefined;
  isOpen: boolean;
  onOpen: () => void;
};

export function WriteupRow({ writeup, division, isOpen, onOpen }: WriteupRowProps) {
  const t = useText('writeup-edit');
  return (
    <li>
      <UnstyledButton data-row className={classes.row} aria-current={isOpen || undefined} onClick={onOpen}>
        <Avatar name={writeup.team.name} src={writeup.team.avatar} size={32} />
        <span className="grid grow shrinks">
          <span className="ellipsis">{writeup.team.name}</span>
          <span className="dimmed text-12">
            <Time at={writeup.uploadTimeUtc} format="short" />
            {division && ` · ${division}`}
          </span>
        </span>
        {writeup.grade !== null && (
          <span className={`${classes.grade} figures`}>
            <span className="visually-hidden">{t('writeup-edit.graded', { grade: writeup.grade })}</span>
            <span aria-hidden>{writeup.grade}</span>
          </span>
        )}
      </UnstyledButton>
    </li>
  );
}

type MissingRowProps = { team: ReviewedWriteup['team']; division: string | undefined };

export function MissingRow({ team, division }: MissingRowProps) {
  return (
    <li className={classes.row}>
      <Avatar name={team.name} src={team.avatar} size={32} />
      <span className="grid grow shrinks">
        <span className="ellipsis">{team.name}</span>
        {division && <span className="dimmed text-12">{division}</span>}
      </span>
    </li>
  );
}
