import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { Notice } from '@vexil/contract/notice';
import { useState } from 'react';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Hint } from '../../ui/Hint';
import { LeaveGuard } from '../../ui/LeaveGuard';
import { Markdown } from '../../ui/Markdown';
import { MarkdownField } from '../../ui/MarkdownField';
import { RelativeTime, Time } from '../../ui/Time';
import { toastSuccess } from '../../ui/toast';
import classes from './Notices.module.css';
import { useChangeNotice, useDeleteNotice } from './notice-edit.queries';

const icon = { size: 18, stroke: 1.75 } as const;

export function NoticeItem({ gameId, notice }: { gameId: number; notice: Notice }) {
  const t = useText('notice-edit');
  const remove = useDeleteNotice(gameId);
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const content = notice.values.at(-1) ?? '';
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <Time at={notice.time} className={classes.time} />
        <RelativeTime at={notice.time} className={classes.ago} />
        <span className={classes.tools}>
          <Hint label={t('notice-edit.item.edit')}>
            <ActionIcon aria-label={t('notice-edit.item.edit')} onClick={() => setEditing(true)} disabled={editing}>
              <IconPencil {...icon} />
            </ActionIcon>
          </Hint>
          <Hint label={t('notice-edit.item.delete')}>
            <ActionIcon aria-label={t('notice-edit.item.delete')} onClick={() => setRemoving(true)}>
              <IconTrash {...icon} />
            </ActionIcon>
          </Hint>
        </span>
      </div>
      {editing ? (
        <NoticeEditor gameId={gameId} notice={notice} content={content} onDone={() => setEditing(false)} />
      ) : (
        <Markdown source={content} compact />
      )}
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={t('notice-edit.item.deleteTitle')}
        confirmLabel={t('notice-edit.item.delete')}
        danger
        onConfirm={() => remove.mutateAsync(notice.id).then(() => toastSuccess(t('notice-edit.item.deleted')))}
      >
        <blockquote className={classes.quote}>
          {content.length > 200 ? `${content.slice(0, 200)}…` : content}
        </blockquote>
        <p className={classes.words}>{t('notice-edit.item.deleteText')}</p>
      </ConfirmDialog>
    </li>
  );
}

type NoticeEditorProps = { gameId: number; notice: Notice; content: string; onDone: () => void };

function NoticeEditor({ gameId, notice, content, onDone }: NoticeEditorProps) {
  const t = useText('notice-edit');
  const describe = useDescribeError();
  const change = useChangeNotice(gameId);
  const [typed, setTyped] = useState(content);
  const changed = typed !== content;
  const save = () =>
    change.mutate(
      { noticeId: notice.id, content: typed },
      {
        onSuccess: () => {
          onDone();
          toastSuccess(t('notice-edit.item.saved'));
        },
      },
    );
  return (
    <div>
      <MarkdownField
        label={t('notice-edit.compose.label')}
        value={typed}
        onChange={setTyped}
        error={change.error && describe(change.error)}
        help={t('notice-edit.item.editHelp')}
        minRows={4}
        autoFocus
      />
      <div className={classes.actions}>
        <Button variant="default" onClick={onDone} disabled={change.isPending}>
          {t('ui.cancel')}
        </Button>
        <Button onClick={save} loading={change.isPending} disabled={!changed || typed.trim() === ''}>
          {t('ui.form.save')}
        </Button>
      </div>
      <LeaveGuard active={changed && !change.isPending} />
    </div>
  );
}
