import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { useAskedClose } from '../../ui/use-asked-close';
import type { RoleChange } from './use-role-change';

const reasonLengthMax = 256;

export function RoleDialog({ change: { question, opened, close, change } }: { change: RoleChange }) {
  const t = useText('account-admin');
  const [reason, setReason] = useState('');
  const done = () => {
    setReason('');
    close();
  };
  const leave = useAskedClose(reason.trim() !== '', done);
  if (!question) return null;
  const { account, role } = question;
  const action = role === 'Banned' ? 'ban' : account.role === 'Banned' ? 'unban' : 'set';
  const words = { name: account.userName, role: t(`account-admin.roles.${role}`) };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={done}
      onLeave={leave.close}
      closeOnEscape={leave.closeOnEscape}
      title={t(`account-admin.ask.${action}Title`, words)}
      confirmLabel={t(`account-admin.ask.${action}`, words)}
      danger={action === 'ban'}
      onConfirm={() => change(question, reason.trim())}
    >
      {leave.inside(
        <>
          <Text c="dimmed">
            {action === 'ban'
              ? t('account-admin.ask.banText')
              : t(`account-admin.roleHelp.${role as Exclude<typeof role, 'Banned'>}`)}
          </Text>
          {action === 'ban' && (
            <Textarea
              mt="md"
              label={t('account-admin.ask.reason')}
              description={t('account-admin.ask.reasonHelp')}
              maxLength={reasonLengthMax}
              autosize
              minRows={2}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </>,
      )}
    </ConfirmDialog>
  );
}
