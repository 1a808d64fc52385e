import { ActionIcon, Alert, Button, Progress, SegmentedControl } from '@mantine/core';
import { IconCheck, IconRefresh, IconX } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { describeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { formatBytes } from '../../ui/format-bytes';
import { useProblemText } from './FileReport';
import classes from './Flags.module.css';
import type { FileMatch } from './file-matching';
import {
  FlagHasFileError,
  type QueueView,
  UnreadableFileError,
  type UploadItem,
  type UploadQueue,
  type UploadState,
} from './upload-queue';

const filters = {
  all: ['chosen', 'waiting', 'sending', 'done', 'failed', 'cancelled'],
  open: ['chosen', 'waiting', 'sending', 'cancelled'],
  failed: ['failed'],
  done: ['done'],
} satisfies Record<string, UploadState[]>;
type Filter = keyof typeof filters;

type UploadListProps = { queue: UploadQueue; view: QueueView; matchOf: ReadonlyMap<number, FileMatch> };

export function UploadList({ queue, view: { items, pause }, matchOf }: UploadListProps) {
  const t = useText('flag');
  const [filter, setFilter] = useState<Filter>('all');
  const of = (states: readonly UploadState[]) => items.filter(({ state }) => states.includes(state));
  const idsOf = (...states: UploadState[]) => of(states).map(({ id }) => id);
  const underWay = idsOf('waiting', 'sending');
  const failed = idsOf('failed');
  const done = idsOf('done');
  const shown = of(filters[filter]);
  return (
    <section className="stack gap-10" aria-label={t('flag.queue.title')}>
      <Total items={of(['waiting', 'sending', 'done', 'failed'])} />
      {pause && (
        <Alert color="yellow" role="status">
          <span className="row wrap between gap-8-12">
            {t(pause === 'network' ? 'flag.queue.offline' : 'flag.queue.busy')}
            <Button size="compact-sm" variant="default" onClick={() => queue.tryNow()}>
              {t('flag.queue.tryNow')}
            </Button>
          </span>
        </Alert>
      )}
      <div className="row wrap between gap-8-12">
        <SegmentedControl
          size="xs"
          aria-label={t('flag.queue.filter')}
          value={filter}
          onChange={setFilter}
          data={(Object.keys(filters) as Filter[]).map((value) => ({
            value,
            label: `${t(`flag.queue.${value}`)} ${of(filters[value]).length}`,
          }))}
        />
        <span className="flex wrap gap-8">
          {underWay.length > 0 && (
            <Button size="xs" variant="default" onClick={() => queue.cancel(underWay)}>
              {t('flag.queue.cancelAll')}
            </Button>
          )}
          {failed.length > 0 && (
            <Button size="xs" variant="default" onClick={() => queue.retry(failed)}>
              {t('flag.queue.retryAll')}
            </Button>
          )}
          {done.length > 0 && (
            <Button size="xs" variant="default" onClick={() => queue.remove(done)}>
              {t('flag.queue.clearDone')}
            </Button>
          )}
        </span>
      </div>
      <ul className={classes.chosen} aria-label={t('flag.queue.title')}>
        {shown.map((item) => (
          <Row
            key={item.id}
            queue={queue}
            item={item}
            match={item.state === 'chosen' ? matchOf.get(item.id) : undefined}
          />
        ))}
      </ul>
    </section>
  );
}

/** Of what was started and not cancelled, by bytes. */
function Total({ items }: { items: readonly UploadItem[] }) {
  const t = useText('flag');
  if (items.length === 0) return null;
  const bytes = items.reduce((sum, { file }) => sum + file.size, 0);
  const sent = items.reduce((sum, { file, part }) => sum + file.size * part, 0);
  const done = items.filter(({ state }) => state === 'done').length;
  return (
    <div>
      <p className={`${classes.total} figures`}>
        <span>{t('flag.queue.progress', { done, all: items.length })}</span>
        <span>
          {formatBytes(sent)} / {formatBytes(bytes)}
        </span>
      </p>
      <Progress value={bytes > 0 ? (sent / bytes) * 100 : 0} size="sm" aria-label={t('ui.file.progress')} />
    </div>
  );
}

type RowProps = { queue: UploadQueue; item: UploadItem; match: FileMatch | undefined };

// A run changes the rows of its groups only, of hundreds.
const Row = memo(function Row({ queue, item, match }: RowProps) {
  const { id, file, state } = item;
  const flag = match ? match.flag : item.flag;
  return (
    <li className={classes.queueRow} data-state={state}>
      <span className={classes.queueName}>
        <code className={classes.flag}>{file.name}</code>
        {flag !== undefined && flag !== file.name && <code className={classes.queueFlag}>{flag}</code>}
      </span>
      <span className={`${classes.size} figures`}>{formatBytes(file.size)}</span>
      <State item={item} match={match} />
      <Act queue={queue} id={id} name={file.name} state={state} />
    </li>
  );
}, isSameRow);

function isSameRow(before: RowProps, after: RowProps): boolean {
  return (
    before.item === after.item &&
    before.match?.flag === after.match?.flag &&
    before.match?.problem === after.match?.problem
  );
}

function State({ item: { state, part, error }, match }: Pick<RowProps, 'item' | 'match'>) {
  const t = useText('flag');
  const describeProblem = useProblemText();
  if (match?.problem) return <span className="danger text-13">{describeProblem(match.problem)}</span>;
  if (state === 'sending') {
    return (
      <Progress className={classes.queueProgress} value={part * 100} size="sm" aria-label={t('flag.queue.sending')} />
    );
  }
  if (state !== 'failed') {
    return (
      <span className={classes.queueState}>
        {state === 'done' && <IconCheck size={16} stroke="2px" />}
        {t(`flag.queue.state.${state}`)}
      </span>
    );
  }
  const reason =
    error instanceof UnreadableFileError
      ? t('flag.queue.unreadable')
      : error instanceof FlagHasFileError
        ? t('flag.queue.kept')
        : describeError(error);
  return <span className="danger text-13">{t('flag.queue.failedFor', { reason })}</span>;
}

type ActProps = { queue: UploadQueue; id: number; name: string; state: UploadState };

function Act({ queue, id, name, state }: ActProps) {
  const t = useText('flag');
  const isOpen = state === 'waiting' || state === 'sending';
  return (
    <span className={classes.tools}>
      {(state === 'failed' || state === 'cancelled') && (
        <ActionIcon
          data-hint={t('flag.queue.retry', { name })}
          aria-label={t('flag.queue.retry', { name })}
          onClick={() => queue.retry([id])}
        >
          <IconRefresh />
        </ActionIcon>
      )}
      <ActionIcon
        data-hint={t(isOpen ? 'flag.queue.cancel' : 'flag.files.remove', { name })}
        aria-label={t(isOpen ? 'flag.queue.cancel' : 'flag.files.remove', { name })}
        onClick={() => (isOpen ? queue.cancel([id]) : queue.remove([id]))}
      >
        <IconX />
      </ActionIcon>
    </span>
  );
}
