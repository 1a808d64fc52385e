import { ActionIcon, Button, NumberInput, Skeleton, Textarea } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReviewedWriteup, WriteupReviewBody, writeupGradeMax } from '@vexil/contract/writeup';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { formatBytes } from '../../ui/format-bytes';
import { LeaveGuard } from '../../ui/LeaveGuard';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { useForm } from '../../ui/use-form';
import { useKeptFocus } from '../../ui/use-kept-focus';
import classes from './Writeups.module.css';
import { pdfQuery, useReviewWriteup } from './writeup-edit.queries';

type WriteupReaderProps = {
  gameId: number;
  writeup: ReviewedWriteup;
  place: { at: number; count: number };
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** Absent where the list stays in sight. */
  onClose?: (() => void) | undefined;
};

export function WriteupReader({ gameId, writeup, place, onPrevious, onNext, onClose }: WriteupReaderProps) {
  const t = useText('writeup-edit');
  return (
    <Panel flush as="article" className="grid shrinks">
      <header className={classes.head}>
        <ActionIcon aria-label={t('writeup-edit.previous')} disabled={!onPrevious} onClick={onPrevious}>
          <IconChevronLeft />
        </ActionIcon>
        <ActionIcon aria-label={t('writeup-edit.next')} disabled={!onNext} onClick={onNext}>
          <IconChevronRight />
        </ActionIcon>
        <span className="dimmed text-12 figures">{t('writeup-edit.place', place)}</span>
        <h2 className={classes.name}>{writeup.team.name}</h2>
        <Button
          component="a"
          size="xs"
          variant="default"
          href={writeup.url}
          download
          leftSection={<IconDownload size={16} />}
        >
          {t('writeup-edit.download')} <span className={classes.size}>{formatBytes(writeup.fileSize)}</span>
        </Button>
        {onClose && (
          <ActionIcon aria-label={t('ui.close')} onClick={onClose}>
            <IconX />
          </ActionIcon>
        )}
      </header>
      <Viewer url={writeup.url} team={writeup.team.name} />
      <GradeForm gameId={gameId} writeup={writeup} onNext={onNext} />
    </Panel>
  );
}

function Viewer({ url, team }: { url: string; team: string }) {
  const t = useText('writeup-edit');
  const pdf = useQuery(pdfQuery(url));
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!pdf.data) return;
    const made = URL.createObjectURL(pdf.data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [pdf.data]);
  if (pdf.isError) return <QueryState query={pdf} />;
  if (!address) return <Skeleton className={classes.viewer} radius={0} />;
  // The page in the width that there is, without the viewer's own list of pages.
  return (
    <iframe
      className={classes.viewer}
      src={`${address}#view=FitH&navpanes=0`}
      title={t('writeup-edit.viewer', { team })}
    />
  );
}

type GradeFormProps = { gameId: number; writeup: ReviewedWriteup; onNext?: (() => void) | undefined };

function GradeForm({ gameId, writeup, onNext }: GradeFormProps) {
  const t = useText('writeup-edit');
  const review = useReviewWriteup(gameId);
  const form = useForm<{ grade: number | string; comment: string }, Record<string, unknown>>({
    base: { grade: writeup.grade ?? '', comment: writeup.comment },
    labels: { grade: t('writeup-edit.grade'), comment: t('writeup-edit.comment') },
    bodyOf: ({ grade, ...body }) => ({ ...body, ...(grade !== undefined && { grade: grade === '' ? null : grade }) }),
    schema: WriteupReviewBody,
    save: (body) => review.mutateAsync({ writeupId: writeup.id, body }),
  });
  const isSaved = useRef(false);
  const isChanged = form.changed.length > 0;
  const own = useRef<HTMLFormElement>(null);
  useKeptFocus(own, String(isChanged), ['[data-next]:not([disabled])', 'textarea']);
  const save = async (then?: () => void) => {
    if (isChanged && !(await form.submit())) return;
    if (!then) return;
    isSaved.current = true;
    then();
  };
  return (
    <form
      ref={own}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <NumberInput {...form.field('grade')} description={t('writeup-edit.gradeHelp')} min={0} max={writeupGradeMax} />
      <Textarea {...form.text('comment')} description={t('writeup-edit.commentHelp')} minRows={1} maxRows={6} />
      <div className={classes.buttons}>
        {form.failure && (
          <p role="alert" className="full danger">
            {form.failure}
          </p>
        )}
        <Button type="submit" variant={onNext ? 'default' : 'filled'} disabled={!isChanged} loading={form.saving}>
          {t('writeup-edit.save')}
        </Button>
        {onNext && (
          <Button data-next onClick={() => void save(onNext)} disabled={form.saving}>
            {t('writeup-edit.saveNext')}
          </Button>
        )}
      </div>
      <LeaveGuard
        active={isChanged}
        saving={form.saving}
        leaves={(current, next) => !isSaved.current && next.open !== current.open && next.open !== writeup.id}
      />
    </form>
  );
}
