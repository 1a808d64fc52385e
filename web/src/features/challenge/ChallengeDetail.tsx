import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconChevronDown, IconChevronUp, IconSnowflake, IconX } from '@tabler/icons-react';
import type { ChallengeDetail as Detail } from '@vexil/contract/challenge';
import type { ScoreboardChallenge } from '@vexil/contract/scoreboard';
import { type ReactNode, useContext } from 'react';
import { isError } from '../../api/api-error';
import { useText } from '../../i18n/use-text';
import { CategoryTag } from '../../ui/CategoryTag';
import { Countdown } from '../../ui/Countdown';
import { categoryStyle } from '../../ui/category';
import { EmptyState } from '../../ui/EmptyState';
import { Markdown } from '../../ui/Markdown';
import { QueryState, type QueryStateProps } from '../../ui/QueryState';
import { TextSkeleton } from '../../ui/skeletons';
import { StoppedClock } from '../../ui/stopped-clock';
import { TagList } from '../../ui/TagList';
import { RelativeTime, Time } from '../../ui/Time';
import { useReached } from '../../ui/use-reached';
import { Attachments } from './Attachments';
import classes from './ChallengeDetail.module.css';
import { ChallengeHints } from './ChallengeHints';
import { Connection } from './Connection';

type ChallengeDetailProps = {
  query: QueryStateProps['query'] & { data: Detail | undefined };
  /** The challenge's list entry; undefined when the team may not see it. */
  summary: ScoreboardChallenge | undefined;
  frozen?: boolean;
  /** While the game is paused. */
  hidden?: boolean;
  /** Null at the ends of the list. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  onClose: () => void;
  instance: (challenge: Detail) => ReactNode;
  flagField: (challenge: Detail) => ReactNode;
  /** Absent for those who do not play. */
  onTakeHint?: (hintId: number) => Promise<unknown>;
  /** Of the own team. */
  points?: number | undefined;
  /** Sections at the end. */
  more: (summary: ScoreboardChallenge) => ReactNode;
};

export function ChallengeDetail(props: ChallengeDetailProps) {
  const { query, summary, frozen, hidden = false, flagField } = props;
  const challenge = hidden ? undefined : query.data;
  const known = summary ?? challenge;
  const { title, score } = known ?? {};
  return (
    <article
      className={classes.detail}
      style={{ '--category': known && categoryStyle(known) }}
      aria-label={title}
      tabIndex={-1}
    >
      <header className={classes.head}>
        <Controls {...props} category={known && <CategoryTag of={known} />} />
        <div className={classes.line}>
          <h2 className={classes.title}>{title ?? '\u00a0'}</h2>
          <Worth score={score} solves={summary?.solved} frozen={frozen} />
        </div>
      </header>
      <div className={classes.body}>
        <Body {...props} />
      </div>
      {challenge && (
        <footer className={classes.foot} data-floor>
          {flagField(challenge)}
        </footer>
      )}
    </article>
  );
}

function Body({ summary, instance, more, query, onTakeHint, points, hidden = false }: ChallengeDetailProps) {
  const t = useText('challenge');
  const challenge = query.data;
  if (hidden) return <EmptyState title={t('challenge.detail.hidden')} hint={t('challenge.detail.hiddenHint')} />;
  const isGone = isError(query.error, 'challenge.notFound') || (query.error && !summary);
  if (!challenge && isGone) {
    return <EmptyState title={t('challenge.detail.gone')} hint={t('challenge.detail.goneHint')} />;
  }
  return (
    <>
      {!challenge && (query.error ? <QueryState query={query} /> : <TextSkeleton lines={6} />)}
      {challenge && (
        <>
          <TagList author={challenge.author} tags={challenge.tags} />
          <Markdown source={challenge.content} />
          <ChallengeHints challenge={challenge} onTake={onTakeHint} points={points} />
          <Connection context={challenge.context} />
          <Attachments files={challenge.context.files} />
          <LastCheck check={challenge.check} />
          {instance(challenge)}
          <Deadline at={challenge.deadline} onZero={() => void query.refetch()} />
        </>
      )}
      {summary && more(summary)}
    </>
  );
}

/** Of the organiser's solver, where the organiser shows it. */
function LastCheck({ check }: { check: Detail['check'] }) {
  const t = useText('challenge');
  if (!check) return null;
  return (
    <p className={classes.check} data-works={check.works || undefined}>
      {t(check.works ? 'challenge.detail.works' : 'challenge.detail.broken')} · <RelativeTime at={check.at} />
    </p>
  );
}

type ControlsProps = Pick<ChallengeDetailProps, 'onPrevious' | 'onNext' | 'onClose'> & { category: ReactNode };

function Controls({ onPrevious, onNext, onClose, category }: ControlsProps) {
  const t = useText('challenge');
  const step = (label: string, icon: ReactNode, go: (() => void) | null) => (
    <ActionIcon aria-label={label} data-hint={label} onClick={() => go?.()} disabled={!go}>
      {icon}
    </ActionIcon>
  );
  return (
    <div className={classes.controls}>
      <ActionIcon className={classes.back} aria-label={t('challenge.detail.back')} onClick={onClose}>
        <IconArrowLeft size={20} />
      </ActionIcon>
      {category}
      <span className={classes.steps}>
        {step(t('challenge.detail.previous'), <IconChevronUp />, onPrevious)}
        {step(t('challenge.detail.next'), <IconChevronDown />, onNext)}
        <ActionIcon
          className={classes.close}
          aria-label={t('challenge.detail.close')}
          data-hint={t('challenge.detail.close')}
          onClick={onClose}
        >
          <IconX />
        </ActionIcon>
      </span>
    </div>
  );
}

function Worth({ score, solves, frozen }: { score?: number; solves?: number; frozen?: boolean }) {
  const t = useText('challenge');
  return (
    <div className={classes.worth}>
      <span className={`figures ${classes.value}`}>
        {score ?? '–'} <small>{t('challenge.detail.points')}</small>
      </span>
      {solves !== undefined && (
        <span className="figures dimmed text-12">
          {frozen && (
            <IconSnowflake
              className={classes.flake}
              size={14}
              stroke="2px"
              role="img"
              aria-label={t('ui.frozen.value')}
              data-hint={t('ui.frozen.value')}
            />
          )}
          {t('challenge.list.solves', { count: solves })}
        </span>
      )}
    </div>
  );
}

function Deadline({ at, onZero }: { at: number | null; onZero: () => void }) {
  const t = useText('challenge');
  const reached = useReached(at, useContext(StoppedClock));
  if (at === null) return null;
  return (
    <p className={classes.deadline} data-reached={reached || undefined}>
      {reached ? t('challenge.detail.deadlinePassed') : t('challenge.detail.deadline')}{' '}
      {!reached && <Countdown until={at} onZero={onZero} className="warning semibold" />}{' '}
      <span className="faint text-13">
        (<Time at={at} withZone />)
      </span>
    </p>
  );
}
