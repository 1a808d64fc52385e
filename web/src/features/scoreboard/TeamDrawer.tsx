import { Button, Drawer } from '@mantine/core';
import { IconChartLine, IconUsersGroup } from '@tabler/icons-react';
import type { Scoreboard, ScoreboardChallenge } from '@vexil/contract/scoreboard';
import { unpackBloodBonus } from '@vexil/rules/score.rules';
import { type ReactNode, useState } from 'react';
import { useLanguage, useText } from '../../i18n/use-text';
import { categoryColour } from '../../theme/tokens';
import { Avatar } from '../../ui/Avatar';
import { CategoryIcon } from '../../ui/CategoryTag';
import { EmptyState } from '../../ui/EmptyState';
import { type CategoryGroup, categorySums, type Layout, memberShares, type Row } from './board-rows';
import type { CellScale } from './cells';
import { MarkShapes } from './marks';
import { SolveList } from './SolveList';
import { historyOf, sparklinePath } from './score-history';
import classes from './TeamDrawer.module.css';

type TeamDrawerProps = {
  /** The team in the URL; undefined closes the drawer. */
  teamId: number | undefined;
  board: Scoreboard;
  groups: readonly CategoryGroup[];
  layout: Layout;
  challenges: ReadonlyMap<number, ScoreboardChallenge>;
  divisions: ReadonlyMap<number, string>;
  scale: CellScale;
  compared: boolean;
  onCompare: (teamId: number) => void;
  onClose: () => void;
};

export function TeamDrawer(props: TeamDrawerProps) {
  const { teamId, board, onClose } = props;
  const t = useText('scoreboard');
  // Keeps its content during the closing animation.
  const [last, setLast] = useState(teamId);
  if (teamId !== undefined && teamId !== last) setLast(teamId);
  const row = board.items.find(({ id }) => id === last);
  return (
    <Drawer
      opened={teamId !== undefined}
      onClose={onClose}
      position="right"
      size={520}
      title={t('scoreboard.team.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {row && <TeamDetail {...props} row={row} />}
      {!row && last !== undefined && (
        <EmptyState
          icon={<IconUsersGroup size={28} stroke={1.75} />}
          title={t('scoreboard.team.unknown')}
          hint={t('scoreboard.team.unknownHint')}
        />
      )}
    </Drawer>
  );
}

const sparkline = { width: 480, height: 56 };

function TeamDetail(props: TeamDrawerProps & { row: Row }) {
  const { row, board, challenges, divisions, scale, compared, onCompare } = props;
  const t = useText('scoreboard');
  const language = useLanguage();
  const division = row.divisionId === null ? undefined : divisions.get(row.divisionId);
  const bonus = unpackBloodBonus(board.bloodBonus);
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'always',
  });
  const bonusOf = (kind: string) => {
    const part = bonus[kind as keyof typeof bonus] ?? 0;
    return part > 0 ? percent.format(part / 1000) : undefined;
  };
  return (
    <div className={classes.detail}>
      <MarkShapes />
      <header className={classes.head}>
        <Avatar name={row.name} src={row.avatar} shape="team" size={56} />
        <div className={classes.words}>
          <h3 className={classes.name}>{row.name}</h3>
          {division && <span className={classes.division}>{division}</span>}
        </div>
      </header>
      {row.bio && <p className={classes.bio}>{row.bio}</p>}
      <dl className={classes.figures}>
        <Figure name={t('scoreboard.column.rank')}>{row.rank > 0 ? `#${row.rank}` : '–'}</Figure>
        {row.divisionRank !== null && (
          <Figure name={t('scoreboard.team.divisionRank')}>{`#${row.divisionRank}`}</Figure>
        )}
        <Figure name={t('scoreboard.column.score')}>{row.score}</Figure>
        <Figure name={t('scoreboard.column.solved')}>
          {row.solvedCount}
          <small>/{board.challengeCount}</small>
        </Figure>
      </dl>
      <section className={classes.history} aria-label={t('scoreboard.column.history')}>
        <svg viewBox={`0 -2 ${sparkline.width} ${sparkline.height + 4}`} preserveAspectRatio="none" aria-hidden>
          <path d={sparklinePath(historyOf(row), { ...scale, top: Math.max(row.score, 1) }, sparkline)} />
        </svg>
      </section>
      <Button
        variant={compared ? 'light' : 'default'}
        aria-pressed={compared}
        leftSection={<IconChartLine size={18} stroke={1.75} aria-hidden />}
        onClick={() => onCompare(row.id)}
      >
        {t(compared ? 'scoreboard.compare.inChart' : 'scoreboard.compare.toChart')}
      </Button>
      <Categories {...props} />
      <Members row={row} />
      <section>
        <h4 className={classes.heading}>{t('scoreboard.team.solves')}</h4>
        <SolveList row={row} challenges={challenges} bonusOf={bonusOf} />
      </section>
    </div>
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

function Categories({ row, layout }: { row: Row; layout: Layout }) {
  const t = useText('scoreboard');
  const sums = categorySums(row, layout);
  return (
    <section>
      <h4 className={classes.heading}>{t('scoreboard.team.categories')}</h4>
      <ul className={classes.shares}>
        {layout.categories.map(({ category, count }, index) => {
          const { solved = 0, points = 0 } = sums[index] ?? {};
          return (
            <li key={category} className={classes.share} style={{ '--category': categoryColour(category) }}>
              <CategoryIcon category={category} size={16} />
              <span className={classes.shareName}>{t(`ui.category.${category}`)}</span>
              <span className={classes.bar} style={{ '--part': solved / count }} aria-hidden />
              <span className={`figures ${classes.of}`}>{t('scoreboard.team.of', { solved, count })}</span>
              <span className={`figures ${classes.points}`}>{points}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Members({ row }: { row: Row }) {
  const t = useText('scoreboard');
  const language = useLanguage();
  const shares = memberShares(row);
  if (shares.length === 0) return null;
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const part = (points: number) => (row.score > 0 ? points / row.score : 0);
  return (
    <section>
      <h4 className={classes.heading}>{t('scoreboard.team.members')}</h4>
      <ul className={classes.shares}>
        {shares.map(({ name, solved, points }) => (
          <li key={name} className={classes.share} style={{ '--category': 'var(--color-accent)' }}>
            <Avatar name={name || '?'} size={20} />
            <span className={classes.shareName}>{name || t('scoreboard.gone')}</span>
            <span className={classes.bar} style={{ '--part': part(points) }} aria-hidden />
            <span className={`figures ${classes.of}`}>{percent.format(part(points))}</span>
            <span className={`figures ${classes.points}`} data-hint={t('scoreboard.solvedCount', { count: solved })}>
              {points}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
