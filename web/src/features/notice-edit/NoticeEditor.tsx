import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { WrittenNotice } from '@vexil/contract/notice';
import { useMemo } from 'react';
import { useText } from '../../i18n/use-text';
import { ConflictDialog } from '../../ui/ConflictDialog';
import { FailureAlert } from '../../ui/FailureAlert';
import { formatTime } from '../../ui/format-time';
import { LeaveGuard } from '../../ui/LeaveGuard';
import { MarkdownField } from '../../ui/MarkdownField';
import { useVersionedForm } from '../../ui/use-versioned-form';
import { NoticeOptions, type NoticeOptionValues } from './NoticeOptions';
import { challengesQuery, type NoticeChange, noticesQuery, useChangeNotice } from './notice-edit.queries';

type Values = NoticeOptionValues & { content: string };

const valuesOf = ({ values, pinned, challengeId, scheduledUtc }: WrittenNotice): Values => ({
  content: values.at(-1) ?? '',
  pinned,
  challengeId,
  scheduledUtc,
});

function useNoticeForm(gameId: number, notice: WrittenNotice) {
  const t = useText('notice-edit');
  const queryClient = useQueryClient();
  const change = useChangeNotice(gameId);
  const challenges = useQuery(challengesQuery(gameId)).data ?? [];
  const base = useMemo(() => valuesOf(notice), [notice]);
  return useVersionedForm<WrittenNotice, Values, NoticeChange>({
    stored: notice,
    base,
    valuesOf,
    labels: {
      content: t('notice-edit.compose.label'),
      pinned: t('notice-edit.option.pin'),
      challengeId: t('notice-edit.option.challenge'),
      scheduledUtc: t('notice-edit.option.schedule'),
    },
    // The call takes no change without the text.
    bodyOf: (changed, values) => ({ ...changed, content: values.content }),
    send: (body, version) => change.mutateAsync({ noticeId: notice.id, body: { ...body, version } }),
    adopt: (stored) =>
      queryClient.setQueryData(noticesQuery(gameId).queryKey, (known) =>
        known?.map((one) => (one.id === stored.id ? stored : one)),
      ),
    show: {
      challengeId: (id: number | null) => challenges.find((one) => one.id === id)?.title ?? '',
      scheduledUtc: (at: number | null) => (at === null ? '' : formatTime(at, 'full')),
    },
    fieldOf: { 'challenge.notFound': 'challengeId' },
  });
}

type NoticeEditorProps = { gameId: number; notice: WrittenNotice; onDone: () => void };

export function NoticeEditor({ gameId, notice, onDone }: NoticeEditorProps) {
  const t = useText('notice-edit');
  const form = useNoticeForm(gameId, notice);
  const isPlanned = notice.scheduledUtc !== null;
  const save = async () => {
    if (await form.submit()) onDone();
  };
  return (
    <div>
      <MarkdownField
        {...form.field('content')}
        help={isPlanned ? undefined : t('notice-edit.item.editHelp')}
        minRows={4}
        autoFocus
      />
      <NoticeOptions
        gameId={gameId}
        values={form.values}
        onChange={(name, value) => form.set(name, value as Values[typeof name])}
        canPlan={isPlanned}
        errors={form.errors}
      />
      <FailureAlert mt="sm">{form.failure}</FailureAlert>
      <div className="row wrap end gap-8-12 above-12">
        <Button variant="default" onClick={onDone} disabled={form.saving}>
          {t('ui.cancel')}
        </Button>
        <Button
          onClick={() => void save()}
          loading={form.saving}
          disabled={form.changed.length === 0 || form.values.content.trim() === ''}
        >
          {t('ui.form.save')}
        </Button>
      </div>
      <ConflictDialog {...form.conflict} />
      <LeaveGuard active={form.changed.length > 0} saving={form.saving} />
    </div>
  );
}
