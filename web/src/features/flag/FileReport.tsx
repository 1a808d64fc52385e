import { useUploadLimit } from '../../api/use-upload-limit';
import { useText } from '../../i18n/use-text';
import { formatBytes } from '../../ui/format-bytes';
import classes from './Flags.module.css';
import { type FileMatch, type FileProblem, flagLengthMax, type ListLine } from './file-matching';
import type { UploadItem } from './upload-queue';

const problems: FileProblem[] = ['noFlag', 'repeated', 'present', 'tooLarge', 'tooLong', 'unstorable'];

type FileReportProps = {
  items: readonly UploadItem[];
  matchOf: ReadonlyMap<number, FileMatch>;
  lines: readonly ListLine[];
  flagsWithoutFile: readonly string[];
};

/** What will be sent, what not and why, and what became of what was sent; each with its names. */
export function FileReport({ items, matchOf, lines, flagsWithoutFile }: FileReportProps) {
  const t = useText('flag');
  const chosen = items.filter(({ state }) => state === 'chosen');
  const started = items.length - chosen.length;
  const good = chosen.filter(({ id }) => !matchOf.get(id)?.problem);
  const namesOf = (of: (item: UploadItem) => boolean) => items.filter(of).map(({ file }) => file.name);
  const count = (state: UploadItem['state']) => items.filter((item) => item.state === state).length;
  const describe = useProblemText();
  const linesOf = (problem: ListLine['problem']) =>
    lines.filter((line) => line.problem === problem).map(({ number, name }) => `${number}: ${name}`);
  return (
    <section className="above-12" aria-label={t('flag.report.title')}>
      <div role="status">
        {chosen.length > 0 && (
          <p className={classes.words}>{t('flag.report.matched', { good: good.length, all: chosen.length })}</p>
        )}
        {started > 0 && (
          <p className={classes.words}>
            {t('flag.report.sent', {
              done: count('done'),
              failed: count('failed'),
              open: started - count('done') - count('failed'),
            })}
          </p>
        )}
      </div>
      <Names
        label={t('flag.report.known')}
        names={good.filter(({ id }) => matchOf.get(id)?.isKnown).map(({ file }) => file.name)}
      />
      {problems.map((problem) => (
        <Names
          key={problem}
          marked
          label={describe(problem)}
          names={namesOf(({ id }) => matchOf.get(id)?.problem === problem)}
        />
      ))}
      <Names marked label={t('flag.report.lineWithoutFlag')} names={linesOf('noFlag')} />
      <Names marked label={t('flag.report.lineRepeated')} names={linesOf('repeated')} />
      <Names marked label={t('flag.report.flagsWithoutFile')} names={flagsWithoutFile} />
      <Names marked label={t('flag.report.sameContent')} names={findSameContent(items)} />
    </section>
  );
}

/** Names of files whose content belongs to several flags. */
function findSameContent(items: readonly UploadItem[]): string[] {
  const counts = new Map<string, number>();
  const done = items.filter(({ state }) => state === 'done');
  for (const { hash = '' } of done) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  return done.filter(({ hash = '' }) => (counts.get(hash) ?? 0) > 1).map(({ file }) => file.name);
}

function Names({ label, names, marked }: { label: string; names: readonly string[]; marked?: boolean }) {
  if (names.length === 0) return null;
  return (
    <details className={classes.names} data-marked={marked}>
      <summary>
        {label}: <span className="figures">{names.length}</span>
      </summary>
      <ul>
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
          <li key={index}>{name}</li>
        ))}
      </ul>
    </details>
  );
}

export function useProblemText(): (problem: FileProblem) => string {
  const t = useText('flag');
  const sizeBytesMax = useUploadLimit('attachmentBytesMax');
  return (problem) => {
    if (problem === 'tooLong') return t('flag.report.tooLong', { max: flagLengthMax });
    if (problem === 'tooLarge') return t('flag.report.tooLarge', { max: formatBytes(sizeBytesMax ?? 0) });
    return t(`flag.report.${problem}`);
  };
}
