import type { BonusFacts } from '@vexil/rules/score.rules';
import { useText } from '../../i18n/use-text';
import { Time } from '../../ui/Time';
import classes from './BoardLegend.module.css';
import { Mark, useMarkNames } from './marks';
import { useBonusOf } from './TeamParts';

type BoardLegendProps = { bonus: BonusFacts; asOf: number; popover?: boolean };

export function BoardLegend({ bonus, asOf, popover = false }: BoardLegendProps) {
  const t = useText('scoreboard');
  const names = useMarkNames();
  const bonusOf = useBonusOf(bonus);
  return (
    <ul className={classes.legend} data-popover={popover || undefined} aria-label={t('scoreboard.legend')}>
      {(['first', 'second', 'third'] as const).map((kind) => (
        <li key={kind}>
          <Mark kind={kind} size={16} />
          {names[kind]}
          {bonusOf(kind) && <b className="figures">{bonusOf(kind)}</b>}
        </li>
      ))}
      <li className={classes.solved}>
        <Mark kind="solved" size={16} />
        {names.solved}
      </li>
      <li className={classes.nothing}>
        <Mark kind="nothing" size={16} />
        {names.nothing}
      </li>
      <li>{t('scoreboard.tieRule')}</li>
      {popover && (
        <li>
          {t('scoreboard.asOf')} <Time at={asOf} format="exact" />
        </li>
      )}
    </ul>
  );
}
