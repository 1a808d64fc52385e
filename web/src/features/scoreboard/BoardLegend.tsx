import { unpackBloodBonus } from '@vexil/rules/score.rules';
import { useLanguage, useText } from '../../i18n/use-text';
import { Time } from '../../ui/Time';
import classes from './BoardLegend.module.css';
import { Mark, useMarkNames } from './marks';

type BoardLegendProps = { bloodBonus: number; asOf: number; popover?: boolean };

export function BoardLegend({ bloodBonus, asOf, popover = false }: BoardLegendProps) {
  const t = useText('scoreboard');
  const language = useLanguage();
  const names = useMarkNames();
  const bonus = unpackBloodBonus(bloodBonus);
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'always',
  });
  return (
    <ul className={classes.legend} data-popover={popover || undefined} aria-label={t('scoreboard.legend')}>
      {(['first', 'second', 'third'] as const).map((kind) => (
        <li key={kind}>
          <Mark kind={kind} size={16} />
          {names[kind]}
          {bonus[kind] > 0 && <b className="figures">{percent.format(bonus[kind] / 1000)}</b>}
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
