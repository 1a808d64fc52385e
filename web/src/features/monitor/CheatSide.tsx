import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CheatInfo, Submission } from '@vexil/contract/submission';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { ReasonDialog } from '../../ui/ReasonDialog';
import { TextSkeleton } from '../../ui/skeletons';
import { Time } from '../../ui/Time';
import classes from './Cheat.module.css';
import type { CheatCase } from './cheat-cases';
import { hasSubmission } from './cheat-cases';
import { useFlagText } from './FlagText';
import { historyQuery, useBan, useDecide } from './monitor.queries';
import { VerdictBadge } from './VerdictBadge';

type Side = 'owner' | 'sender';
export type Rights = { canDecide: boolean; canBan: boolean };
type CheatSideProps = { gameId: number; cheatCase: CheatCase; side: Side; rights: Rights };

const roleOf = ({ submissions }: CheatCase, side: Side) =>
  side === 'sender' && submissions.length === 0 ? 'carrier' : side;

/** One team of a case: its members, what it handed in for the challenge, and what can be done about it. */
export function CheatSide({ gameId, cheatCase, side, rights }: CheatSideProps) {
  const t = useText('monitor');
  const { team, status, division } = cheatCase[side];
  return (
    <Panel as="article">
      <p className="below-8 faint text-12 semibold">{t(`monitor.case.${roleOf(cheatCase, side)}`)}</p>
      <header className="row wrap gap-8-12">
        <Avatar name={team.name} src={team.avatar} size={40} shape="team" />
        <div className="grow shrinks">
          <h3 className={classes.teamName}>
            <Link to="/games/$id/scoreboard" params={{ id: gameId }} search={{ team: team.id }}>
              {team.name}
            </Link>
          </h3>
          <span className="dimmed text-13">{division ?? t('monitor.case.noDivision')}</span>
        </div>
        <span className={classes.status} data-status={status}>
          {t(`monitor.status.${status}`)}
        </span>
      </header>
      {rights.canDecide && <Decision gameId={gameId} side={cheatCase[side]} />}
      <h4 className={classes.heading}>{t('monitor.case.members')}</h4>
      <Members gameId={gameId} cheatCase={cheatCase} side={side} canBan={rights.canBan} />
      <h4 className={classes.heading}>{t('monitor.case.history', { challenge: cheatCase.challenge })}</h4>
      <History gameId={gameId} cheatCase={cheatCase} teamId={team.id} />
    </Panel>
  );
}

function Decision({ gameId, side }: { gameId: number; side: CheatInfo['ownedTeam'] }) {
  const t = useText('monitor');
  const decide = useDecide(gameId);
  const [opened, setOpened] = useState(false);
  const { id, status, team } = side;
  if (status !== 'Accepted' && status !== 'Suspended') return null;
  const act = status === 'Accepted' ? 'suspend' : 'restore';
  return (
    <div className="above-12">
      <Button size="xs" variant="default" color="red" onClick={() => setOpened(true)}>
        {t(`monitor.${act}.button`, { team: team.name })}
      </Button>
      <ReasonDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t(`monitor.${act}.title`, { team: team.name })}
        text={t(`monitor.${act}.text`)}
        confirmLabel={t(`monitor.${act}.confirm`)}
        danger={act === 'suspend'}
        onConfirm={(reason) => decide.mutateAsync({ id, status: act === 'suspend' ? 'Suspended' : 'Accepted', reason })}
      />
    </div>
  );
}

type MembersProps = Omit<CheatSideProps, 'rights'> & { canBan: boolean };

function Members({ gameId, cheatCase, side, canBan }: MembersProps) {
  const t = useText('monitor');
  const senders = new Set(side === 'sender' ? cheatCase.submissions.map(({ userId }) => userId) : []);
  return (
    <ul>
      {cheatCase[side].members.map((member) => (
        <li key={member.id} className={classes.member}>
          <Avatar name={member.name} src={member.avatar} size={24} />
          <span className="shrinks anywhere">{member.name}</span>
          {senders.has(member.id) && <span className="rigid danger text-12 semibold">{t('monitor.case.sentIt')}</span>}
          {member.banned && <span className="rigid danger text-12 semibold">{t('monitor.case.banned')}</span>}
          {canBan && <Ban gameId={gameId} member={member} />}
        </li>
      ))}
    </ul>
  );
}

function Ban({ gameId, member }: { gameId: number; member: CheatInfo['ownedTeam']['members'][number] }) {
  const t = useText('monitor');
  const ban = useBan(gameId);
  const [opened, setOpened] = useState(false);
  const act = member.banned ? 'unban' : 'ban';
  const { id: userId, name } = member;
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        color={member.banned ? 'gray' : 'red'}
        className="rigid push"
        aria-label={`${t(`monitor.${act}.confirm`)}: ${name}`}
        onClick={() => setOpened(true)}
      >
        {t(`monitor.${act}.confirm`)}
      </Button>
      <ReasonDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t(`monitor.${act}.title`, { name })}
        text={t(`monitor.${act}.text`)}
        confirmLabel={t(`monitor.${act}.confirm`)}
        danger={!member.banned}
        onConfirm={(reason) => ban.mutateAsync({ userId, banned: !member.banned, reason })}
      />
    </>
  );
}

function History({ gameId, cheatCase, teamId }: { gameId: number; cheatCase: CheatCase; teamId: number }) {
  const t = useText('monitor');
  const query = useQuery(historyQuery(gameId, teamId, cheatCase.challengeId));
  return (
    <>
      <QueryState query={query} pending={<TextSkeleton lines={3} />} />
      {query.data?.length === 0 && <p className="faint text-13">{t('monitor.case.noHistory')}</p>}
      <ol className={classes.history}>
        {query.data?.map((row) => (
          <li key={row.id} className={classes.answer} data-case={hasSubmission(cheatCase, row.id) || undefined}>
            <Time at={row.time} format="exact" className="dimmed text-12" />
            <VerdictBadge status={row.status} />
            <span className="dimmed text-13">{row.user}</span>
            <FlagOf row={row} />
          </li>
        ))}
      </ol>
    </>
  );
}

function FlagOf({ row }: { row: Submission }) {
  return <code className={classes.flag}>{useFlagText(row)}</code>;
}
