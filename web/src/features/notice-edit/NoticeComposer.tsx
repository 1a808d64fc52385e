import { Button } from '@mantine/core';
import { IconClock, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { describeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { LeaveGuard } from '../../ui/LeaveGuard';
import { MarkdownField } from '../../ui/MarkdownField';
import { Panel } from '../../ui/Panel';
import { useReached } from '../../ui/use-reached';
import { NoticeOptions, type NoticeOptionValues } from './NoticeOptions';
import classes from './Notices.module.css';
import { usePublishNotice } from './notice-edit.queries';

const noticeLengthMax = 16_384;
const noOptions: NoticeOptionValues = { pinned: false, challengeId: null, scheduledUtc: null };

export function NoticeComposer({ gameId }: { gameId: number }) {
  const t = useText('notice-edit');
  const publish = usePublishNotice(gameId);
  const [content, setContent] = useState('');
  const [options, setOptions] = useState(noOptions);
  const isPast = useReached(options.scheduledUtc);
  const isPlanned = options.scheduledUtc !== null && !isPast;
  const tooLong = content.length > noticeLengthMax;
  const error = tooLong
    ? t('ui.invalid.tooLong', { count: noticeLengthMax })
    : publish.error && describeError(publish.error);
  const send = () =>
    publish.mutate(
      { content, ...options },
      {
        onSuccess: () => {
          setContent('');
          setOptions(noOptions);
        },
      },
    );
  return (
    <Panel title={t('notice-edit.compose.title')}>
      <MarkdownField
        label={t('notice-edit.compose.label')}
        value={content}
        onChange={(value) => {
          publish.reset();
          setContent(value);
        }}
        error={error}
        minRows={4}
        placeholder={t('notice-edit.compose.placeholder')}
      />
      <NoticeOptions
        gameId={gameId}
        values={options}
        onChange={(name, value) => setOptions((current) => ({ ...current, [name]: value }))}
        canPlan
        errors={isPast ? { scheduledUtc: t('notice-edit.option.past') } : {}}
      />
      <div className="row wrap end gap-8-12 above-12">
        <p className={classes.words}>
          {!isPast && t(isPlanned ? 'notice-edit.compose.later' : 'notice-edit.compose.immediate')}
        </p>
        <Button
          leftSection={isPlanned ? <IconClock /> : <IconSend />}
          onClick={send}
          loading={publish.isPending}
          disabled={content.trim() === '' || tooLong || isPast}
        >
          {t(isPlanned ? 'notice-edit.compose.plan' : 'notice-edit.compose.publish')}
        </Button>
      </div>
      <LeaveGuard active={content.trim() !== ''} saving={publish.isPending} />
    </Panel>
  );
}
