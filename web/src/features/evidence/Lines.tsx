import type { Evidence, EvidenceEvent, EvidenceLine } from '@vexil/contract/evidence';
import { useLanguage, useText } from '../../i18n/use-text';
import { Fold } from '../../ui/Fold';
import { formatSpan } from '../../ui/format-span';
import { Panel } from '../../ui/Panel';
import { Time } from '../../ui/Time';
import classes from './Evidence.module.css';

/** What the team did with each challenge, beside the teams that solved it. */
export function Lines({ evidence: { data, isRecorded } }: { evidence: Evidence }) {
  const t = useText('evidence');
  const touched = data.filter(({ events, solvedAt }) => events.length > 0 || solvedAt !== null);
  const rest = data.length - touched.length;
  return (
    <Panel title={t('evidence.lines')}>
      {!isRecorded && <p className="below-8 dimmed text-13">{t('evidence.notRecorded')}</p>}
      {touched.length === 0 && <p className="dimmed text-13">{t('evidence.nothing')}</p>}
      {touched.map((line) => (
        <Line key={line.challengeId} line={line} />
      ))}
      {rest > 0 && touched.length > 0 && (
        <p className="above-8 faint text-13">{t('evidence.untouched', { number: rest })}</p>
      )}
    </Panel>
  );
}

function Line({ line }: { line: EvidenceLine }) {
  const t = useText('evidence');
  const language = useLanguage();
  const { challenge, events, attempts, solvedAt, spanMs, field } = line;
  const span = (ms: number | null) => (ms === null ? t('evidence.unknown') : formatSpan(ms, language));
  return (
    <Fold
      title={challenge}
      note={solvedAt === null ? t('evidence.notSolved') : t('evidence.solvedIn', { span: span(spanMs) })}
    >
      <dl className={classes.figures}>
        <Figure name={t('evidence.figure.own')} value={span(spanMs)} />
        <Figure name={t('evidence.figure.median')} value={span(field.medianMs)} />
        <Figure name={t('evidence.figure.fastest')} value={span(field.fastestMs)} />
        <Figure name={t('evidence.figure.attempts')} value={String(attempts)} />
        <Figure name={t('evidence.figure.solvers')} value={String(field.solvers)} />
      </dl>
      <ol className={classes.events}>
        {events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no number, and are replaced as a whole.
          <Event key={index} event={event} />
        ))}
      </ol>
    </Fold>
  );
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd className="figures">{value}</dd>
  </div>
);

/** Enough to see which are equal. */
const shownHash = 6;

function Event({ event: { kind, at, user, status, via, address, device } }: { event: EvidenceEvent }) {
  const t = useText('evidence');
  return (
    <li className={classes.event}>
      <Time at={at} format="exact" />
      <span className="semibold">{status ? t(`evidence.verdict.${status}`) : t(`evidence.event.${kind}`)}</span>
      <span className="anywhere">{user ?? ''}</span>
      <span className="dimmed">{via ?? ''}</span>
      <code title={t('evidence.address')}>{address?.slice(0, shownHash) ?? ''}</code>
      <code title={t('evidence.device')}>{device?.slice(0, shownHash) ?? ''}</code>
    </li>
  );
}
