import type { ChallengeDetail } from '@vexil/contract/challenge';
import { connectionLines } from '@vexil/rules/connection.rules';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import classes from './Connection.module.css';

export function Connection({ context: { connection, instanceEntry } }: Pick<ChallengeDetail, 'context'>) {
  const t = useText('challenge');
  const lines = connectionLines(connection ?? '', instanceEntry);
  if (lines.length === 0) return null;
  return (
    <section className={classes.lines} aria-label={t('challenge.detail.connection')}>
      {lines.map(({ text, isLink }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal
        <div key={index} className={classes.line}>
          <code className={`mono ${classes.text}`}>
            {isLink ? (
              <a className="link" href={text} target="_blank" rel="noopener noreferrer">
                {text}
              </a>
            ) : (
              text
            )}
          </code>
          <CopyButton value={text} label={t('challenge.detail.copyLine', { line: text })} />
        </div>
      ))}
    </section>
  );
}
