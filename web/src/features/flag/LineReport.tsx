import { useText } from '../../i18n/use-text';
import classes from './Flags.module.css';
import { type FlagLine, flagLengthMax, isHarmless } from './flag-lines';

/** Maximum number of listed problems; the rest are counted. */
const shown = 8;

export function LineReport({ lines }: { lines: FlagLine[] }) {
  const t = useText('flag');
  const marked = lines.filter(({ problem }) => problem);
  const good = lines.length - marked.length;
  return (
    <div className="above-12" role="status">
      <p className={classes.words}>{t('flag.lines.good', { count: good })}</p>
      {marked.length > 0 && (
        <ul className={classes.marks}>
          {marked.slice(0, shown).map(({ number, flag, problem }) => (
            <li key={number} data-harmless={isHarmless(problem) || undefined}>
              <span className={classes.number}>{t('flag.lines.line', { number })}</span>
              <code className={classes.cut}>{flag}</code>
              <span>{problem && t(`flag.lines.${problem}`, { max: flagLengthMax, length: flag.length })}</span>
            </li>
          ))}
          {marked.length > shown && <li>{t('flag.lines.more', { count: marked.length - shown })}</li>}
        </ul>
      )}
    </div>
  );
}
