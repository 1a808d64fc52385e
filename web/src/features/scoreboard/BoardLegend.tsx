import { unpackBloodBonus } from '@vexil/rules/score.rules';
import { useLanguage, useText } from '../../i18n/use-text';
import classes from './BoardLegend.module.css';
import { Mark, useMarkNames } from './marks';

export function BoardLegend({ bloodBonus }: { bloodBonus: number }) {
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
    <ul className={classes.legend} aria-label={t('scoreboard.legend')}>
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
      <li className={classes.rule}>{t('scoreboard.tieRule')}</li>
    </ul>
  );
}
