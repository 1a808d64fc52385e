import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { LeaveGuard } from '../../ui/LeaveGuard';
import { MarkdownField } from '../../ui/MarkdownField';
import { Panel } from '../../ui/Panel';
import { toastSuccess } from '../../ui/toast';
import classes from './Notices.module.css';
import { usePublishNotice } from './notice-edit.queries';

const noticeLengthMax = 16_384;

export function NoticeComposer({ gameId }: { gameId: number }) {
  const t = useText('notice-edit');
  const describe = useDescribeError();
  const publish = usePublishNotice(gameId);
  const [content, setContent] = useState('');
  const tooLong = content.length > noticeLengthMax;
  const error = tooLong
    ? t('ui.invalid.tooLong', { count: noticeLengthMax })
    : publish.error && describe(publish.error);
  const send = () =>
    publish.mutate(content, {
      onSuccess: () => {
        setContent('');
        toastSuccess(t('notice-edit.compose.published'));
      },
    });
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
      <div className={classes.actions}>
        <p className={classes.words}>{t('notice-edit.compose.immediate')}</p>
        <Button
          leftSection={<IconSend size={18} stroke={1.75} aria-hidden />}
          onClick={send}
          loading={publish.isPending}
          disabled={content.trim() === '' || tooLong}
        >
          {t('notice-edit.compose.publish')}
        </Button>
      </div>
      <LeaveGuard active={content.trim() !== '' && !publish.isPending} />
    </Panel>
  );
}
