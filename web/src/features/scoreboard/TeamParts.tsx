import type { Scoreboard } from '@vexil/contract/scoreboard';
import { signedPoints } from '@vexil/rules/award.rules';
import { type BonusFacts, unpackBloodBonus } from '@vexil/rules/score.rules';
import type { ReactNode } from 'react';
import { useLanguage, useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { CategoryIcon } from '../../ui/CategoryTag';
import { categoryKey, categoryName, categoryStyle } from '../../ui/category';
import { categorySums, type Layout, memberShares, type Row } from './board-rows';
import classes from './TeamDrawer.module.css';

export function TeamFigures({ row, board }: { row: Row; board: Pick<Scoreboard, 'challengeCount' | 'divisions'> }) {
  const t = useText('scoreboard');
  return (
    <dl className={classes.figures}>
      <Figure name={t('scoreboard.column.rank')}>{row.rank > 0 ? `#${row.rank}` : '–'}</Figure>
      {row.divisionRank !== null && board.divisions.length > 1 && (
        <Figure name={t('scoreboard.team.divisionRank')}>{`#${row.divisionRank}`}</Figure>
      )}
      <Figure name={t('scoreboard.column.score')}>
        {row.score}
        {row.awardPoints !== undefined && <small> {signedPoints(row.awardPoints)}</small>}
      </Figure>
      <Figure name={t('scoreboard.column.solved')}>
        {row.solvedCount}
        <small>/{board.challengeCount}</small>
      </Figure>
    </dl>
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

/** The bonus of a mark, in percent or points; undefined without one. */
export function useBonusOf({ bloodBonus, bloodBonusPoints }: BonusFacts): (kind: string) => string | undefined {
  const language = useLanguage();
  const { first, second, third } = unpackBloodBonus(bloodBonus);
  const parts = bloodBonusPoints ?? [first / 1000, second / 1000, third / 1000];
  const style = bloodBonusPoints ? 'decimal' : 'percent';
  const format = new Intl.NumberFormat(language, { style, maximumFractionDigits: 1, signDisplay: 'always' });
  return (kind) => {
    const part = parts[['first', 'second', 'third'].indexOf(kind)] ?? 0;
    return part > 0 ? format.format(part) : undefined;
  };
}

export function CategoryShares({ row, layout }: { row: Row; layout: Layout }) {
  const t = useText('scoreboard');
  const sums = categorySums(row, layout);
  return (
    <ul>
      {layout.categories.map((category, index) => {
        const { count } = category;
        const { solved = 0, points = 0 } = sums[index] ?? {};
        return (
          <li key={categoryKey(category)} className={classes.share} style={{ '--category': categoryStyle(category) }}>
            <CategoryIcon of={category} size={16} />
            <span className="ellipsis">{categoryName(t, category)}</span>
            <span className={classes.bar} style={{ '--part': solved / count }} aria-hidden />
            <span className="figures text-right dimmed">{t('scoreboard.team.of', { solved, count })}</span>
            <span className="figures text-right semibold">{points}</span>
          </li>
        );
      })}
    </ul>
  );
}

export function MemberShares({ row }: { row: Row }) {
  const t = useText('scoreboard');
  const language = useLanguage();
  const shares = memberShares(row);
  if (shares.length === 0) return <p className="anywhere dimmed">{t('scoreboard.team.noSolves')}</p>;
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const solved = row.score - (row.awardPoints ?? 0);
  const part = (points: number) => (solved > 0 ? points / solved : 0);
  return (
    <ul>
      {shares.map(({ name, solved: count, points }) => (
        <li key={name} className={classes.share} style={{ '--category': 'var(--color-accent)' }}>
          <Avatar name={name || '?'} size={20} />
          <span className="ellipsis">{name || t('scoreboard.gone')}</span>
          <span className={classes.bar} style={{ '--part': part(points) }} aria-hidden />
          <span className="figures text-right dimmed">{percent.format(part(points))}</span>
          <span className="figures text-right semibold" data-hint={t('scoreboard.solvedCount', { count })}>
            {points}
          </span>
        </li>
      ))}
    </ul>
  );
}
