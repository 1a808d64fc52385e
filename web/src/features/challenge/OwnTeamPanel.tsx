import { ActionIcon, Progress } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { GameDetails } from '@vexil/contract/challenge';
import type { DetailedGame } from '@vexil/contract/game';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { CopyButton } from '../../ui/CopyButton';
import { DivisionName } from '../../ui/KindBadge';
import { Panel } from '../../ui/Panel';
import classes from './OwnTeamPanel.module.css';

type OwnTeamPanelProps = {
  details: GameDetails;
  division: Pick<DetailedGame['divisions'][number], 'name' | 'kind'> | undefined;
};

export function OwnTeamPanel({ details, division }: OwnTeamPanelProps) {
  const t = useText('challenge');
  const [shown, setShown] = useState(false);
  const { rank, teamToken } = details;
  const visible = new Set(
    Object.values(details.challenges)
      .flat()
      .map(({ id }) => id),
  );
  const total = visible.size;
  const solved = rank.solvedChallenges.filter(({ id }) => visible.has(id)).length;
  const name = shown ? t('challenge.team.hideToken') : t('challenge.team.showToken');
  return (
    <Panel>
      <div className="row gap-12">
        <Avatar name={rank.name} src={rank.avatar} shape="team" size={40} />
        <div className={classes.words}>
          <strong className="ellipsis text-16 semibold display">{rank.name}</strong>
          {division && (
            <span className="dimmed text-13">
              <DivisionName division={division} size={14} />
            </span>
          )}
        </div>
      </div>
      <dl className={classes.figures}>
        <Figure name={t('challenge.team.rank')}>{rank.rank > 0 ? `#${rank.rank}` : '–'}</Figure>
        {rank.divisionRank !== null && (
          <Figure name={t('challenge.team.divisionRank')}>{`#${rank.divisionRank}`}</Figure>
        )}
        <Figure name={t('challenge.team.score')}>{rank.score}</Figure>
      </dl>
      <div className="flex wrap between gap-6 dimmed text-13">
        <span>{t('challenge.team.progress')}</span>
        <span className="figures">{t('challenge.team.solvedOf', { solved, count: total })}</span>
        <Progress
          className={classes.bar}
          size="sm"
          color="green"
          value={total > 0 ? (100 * solved) / total : 0}
          aria-label={t('challenge.team.progress')}
        />
      </div>
      <div className={classes.token}>
        <span className="rigid dimmed text-12">{t('challenge.team.token')}</span>
        <code className={`${shown ? 'mono' : ''} ${classes.tokenText}`}>{shown ? teamToken : '••••••••••••••••'}</code>
        <ActionIcon aria-label={name} data-hint={name} aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? <IconEyeOff /> : <IconEye />}
        </ActionIcon>
        <CopyButton value={teamToken} label={t('challenge.team.copyToken')} />
      </div>
      <p className={classes.tokenHint}>{t('challenge.team.tokenHint')}</p>
    </Panel>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}
