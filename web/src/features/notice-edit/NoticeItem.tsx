import { ActionIcon } from '@mantine/core';
import {
  IconArrowRight,
  IconClock,
  IconPencil,
  IconPin,
  IconPinFilled,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { WrittenNotice } from '@vexil/contract/notice';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Markdown } from '../../ui/Markdown';
import { RelativeTime, Time } from '../../ui/Time';
import { toastError } from '../../ui/toast';
import { NoticeEditor } from './NoticeEditor';
import classes from './Notices.module.css';
import { challengesQuery, type NoticeChange, useChangeNotice, useDeleteNotice } from './notice-edit.queries';

export function NoticeItem({ gameId, notice }: { gameId: number; notice: WrittenNotice }) {
  const t = useText('notice-edit');
  const remove = useDeleteNotice(gameId);
  const change = useChangeNotice(gameId);
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const content = notice.values.at(-1) ?? '';
  const isPlanned = notice.scheduledUtc !== null;
  const set = (fields: Partial<NoticeChange>) =>
    change.mutate(
      { noticeId: notice.id, body: { content, version: notice.version, ...fields } },
      { onError: (error) => toastError(error) },
    );
  const pin = () => set({ pinned: !notice.pinned });
  return (
    <li className={classes.item}>
      <div className="row wrap gap-4-12 below-4 text-13">
        {isPlanned ? <IconClock size={16} /> : null}
        <Time at={notice.scheduledUtc ?? notice.time} className="medium" />
        <RelativeTime at={notice.scheduledUtc ?? notice.time} className="dimmed" />
        {notice.pinned && (
          <span className="inline-row gap-4 dimmed">
            <IconPinFilled size={14} />
            {t('notice-edit.item.isPinned')}
          </span>
        )}
        <span className="flex push">
          {isPlanned && (
            <Tool
              label={t('notice-edit.item.publish')}
              onClick={() => set({ scheduledUtc: null })}
              disabled={editing || change.isPending}
            >
              <IconSend />
            </Tool>
          )}
          <Tool
            label={t(notice.pinned ? 'notice-edit.item.unpin' : 'notice-edit.item.pin')}
            onClick={pin}
            disabled={editing || change.isPending}
          >
            {notice.pinned ? <IconPinFilled /> : <IconPin />}
          </Tool>
          <Tool label={t('notice-edit.item.edit')} onClick={() => setEditing(true)} disabled={editing}>
            <IconPencil />
          </Tool>
          <Tool label={t('notice-edit.item.delete')} onClick={() => setRemoving(true)}>
            <IconTrash />
          </Tool>
        </span>
      </div>
      {editing ? (
        <NoticeEditor gameId={gameId} notice={notice} onDone={() => setEditing(false)} />
      ) : (
        <>
          <Markdown source={content} compact />
          {notice.challengeId !== null && <ChallengeLink gameId={gameId} challengeId={notice.challengeId} />}
        </>
      )}
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={t('notice-edit.item.deleteTitle')}
        confirmLabel={t('notice-edit.item.delete')}
        danger
        onConfirm={() => remove.mutateAsync(notice.id)}
      >
        <blockquote className={classes.quote}>
          {content.length > 200 ? `${content.slice(0, 200)}…` : content}
        </blockquote>
        <p className={classes.words}>
          {t(isPlanned ? 'notice-edit.item.deletePlanned' : 'notice-edit.item.deleteText')}
        </p>
      </ConfirmDialog>
    </li>
  );
}

type ToolProps = { label: string; onClick: () => void; disabled?: boolean; children: ReactNode };

const Tool = ({ label, children, ...props }: ToolProps) => (
  <ActionIcon data-hint={label} aria-label={label} {...props}>
    {children}
  </ActionIcon>
);

function ChallengeLink({ gameId, challengeId }: { gameId: number; challengeId: number }) {
  const challenge = useQuery(challengesQuery(gameId)).data?.find(({ id }) => id === challengeId);
  if (!challenge) return null;
  return (
    <Link
      className={classes.about}
      to="/admin/games/$id/challenges/$chalId"
      params={{ id: gameId, chalId: challengeId }}
    >
      <IconArrowRight size={14} />
      {challenge.title}
    </Link>
  );
}
