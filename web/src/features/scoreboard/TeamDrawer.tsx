import { Button, Drawer } from '@mantine/core';
import { IconChartLine, IconExternalLink, IconUsersGroup } from '@tabler/icons-react';
import type { Scoreboard, ScoreboardChallenge } from '@vexil/contract/scoreboard';
import { useMemo, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { EmptyState } from '../../ui/EmptyState';
import { DivisionName } from '../../ui/KindBadge';
import { LinkButton } from '../../ui/links';
import { AwardList } from './AwardList';
import type { BoardDivision, CategoryGroup, Layout, Row } from './board-rows';
import type { CellScale } from './cells';
import { MarkShapes } from './marks';
import { SolveList } from './SolveList';
import { historyOf, peakOf, sparklinePath } from './score-history';
import classes from './TeamDrawer.module.css';
import { MemberShares, TeamFigures, useBonusOf } from './TeamParts';
import { TeamRadar } from './TeamRadar';
import { categoryParts, solvePlaces } from './team-facts';

type TeamDrawerProps = {
  gameId: number;
  /** The team in the URL; undefined closes the drawer. */
  teamId: number | undefined;
  board: Scoreboard;
  groups: readonly CategoryGroup[];
  layout: Layout;
  challenges: ReadonlyMap<number, ScoreboardChallenge>;
  divisions: ReadonlyMap<number, BoardDivision>;
  scale: CellScale;
  compared: boolean;
  onCompare: (teamId: number) => void;
  onClose: () => void;
};

export function TeamDrawer(props: TeamDrawerProps) {
  const { teamId, board, divisions, onClose } = props;
  const t = useText('scoreboard');
  // Keeps its content during the closing animation.
  const [last, setLast] = useState(teamId);
  if (teamId !== undefined && teamId !== last) setLast(teamId);
  const row = board.items.find(({ id }) => id === last);
  return (
    <Drawer
      data-in-address
      opened={teamId !== undefined}
      onClose={onClose}
      position="right"
      size={820}
      title={row ? <TeamName row={row} division={divisions.get(row.divisionId ?? 0)} /> : t('scoreboard.team.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {row && <TeamDetail {...props} row={row} />}
      {!row && last !== undefined && (
        <EmptyState
          icon={<IconUsersGroup />}
          title={t('scoreboard.team.unknown')}
          hint={t('scoreboard.team.unknownHint')}
        />
      )}
    </Drawer>
  );
}

function TeamName({ row, division }: { row: Row; division: BoardDivision | undefined }) {
  return (
    <span className="row gap-12">
      <Avatar name={row.name} src={row.avatar} shape="team" size={40} />
      <span className="grid shrinks">
        <span className={classes.name}>{row.name}</span>
        {division && (
          <span className={classes.division}>
            <DivisionName division={division} />
          </span>
        )}
      </span>
    </span>
  );
}

const sparkline = { width: 480, height: 48 };

function TeamDetail(props: TeamDrawerProps & { row: Row }) {
  const { row, gameId, board, groups, layout, challenges, scale, compared, onCompare } = props;
  const t = useText('scoreboard');
  const places = useMemo(() => solvePlaces(board.items, row), [board.items, row]);
  const radar = { id: row.id, name: row.name, colour: '--color-accent', dashed: false };
  return (
    <div className="column gap-16">
      <MarkShapes />
      {row.bio && <p className="anywhere dimmed">{row.bio}</p>}
      <TeamFigures row={row} board={board} />
      <div className="flex wrap gap-8">
        <LinkButton
          to="/games/$id/teams/$teamId"
          params={{ id: gameId, teamId: row.id }}
          leftSection={<IconExternalLink />}
        >
          {t('scoreboard.team.page')}
        </LinkButton>
        <Button
          variant={compared ? 'light' : 'default'}
          aria-pressed={compared}
          leftSection={<IconChartLine />}
          onClick={() => onCompare(row.id)}
        >
          {t(compared ? 'scoreboard.compare.inChart' : 'scoreboard.compare.toChart')}
        </Button>
      </div>
      <div className={classes.columns}>
        <section>
          <AwardList row={row} challenges={challenges} />
          <h3 className="below-8 text-14 semibold">{t('scoreboard.team.solves')}</h3>
          <SolveList row={row} challenges={challenges} bonusOf={useBonusOf(board)} places={places} />
        </section>
        <div className={classes.facts}>
          <section className={classes.history} aria-label={t('scoreboard.column.history')}>
            <svg viewBox={`0 -2 ${sparkline.width} ${sparkline.height + 4}`} preserveAspectRatio="none" aria-hidden>
              <path d={sparklinePath(historyOf(row), { ...scale, top: peakOf(historyOf(row)) }, sparkline)} />
            </svg>
          </section>
          <section>
            <h3 className="below-8 text-14 semibold">{t('scoreboard.team.members')}</h3>
            <MemberShares row={row} />
          </section>
          <TeamRadar categories={groups} series={[{ ...radar, parts: categoryParts(row, groups, layout) }]} />
        </div>
      </div>
    </div>
  );
}
