import { Radio } from '@mantine/core';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { FormModal } from '../../ui/FormModal';
import { formatTime } from '../../ui/format-time';
import { OneTimeText } from '../../ui/OneTimeText';
import { type AdminAccount, useMakeResetLink, useResetPassword } from './account-admin.queries';
import { HandOver } from './HandOver';

type Way = 'link' | 'password';

type PasswordDialogProps = { account: AdminAccount; opened: boolean; onClose: () => void };

/** A link with which the person chooses a password, or a random password; either is shown once. */
export function PasswordDialog({ account, opened, onClose }: PasswordDialogProps) {
  const t = useText('account-admin');
  const reset = useResetPassword();
  const makeLink = useMakeResetLink();
  const [way, setWay] = useState<Way>('link');
  const name = account.userName;
  const isDone = useRef(false);
  if (reset.data !== undefined || makeLink.data !== undefined) {
    return (
      <FormModal
        opened={opened}
        onClose={onClose}
        title={t(makeLink.data ? 'account-admin.password.linkMade' : 'account-admin.password.made', { name })}
      >
        {makeLink.data ? (
          <OneTimeText
            text={new URL(makeLink.data.link, window.location.origin).href}
            warning={t('account-admin.password.linkOnce', { name })}
            use={t('account-admin.password.linkUse', { time: formatTime(makeLink.data.expiresAt, 'moment') })}
            copyLabel={t('account-admin.password.copyLink')}
            doneLabel={t('account-admin.password.done')}
          />
        ) : (
          <HandOver name={name} password={reset.data ?? ''} />
        )}
      </FormModal>
    );
  }
  return (
    <ConfirmDialog
      opened={opened}
      // Success shows the link or the password in its place.
      onClose={() => !isDone.current && onClose()}
      title={t('account-admin.password.title', { name })}
      confirmLabel={t(way === 'link' ? 'account-admin.password.makeLink' : 'account-admin.password.reset')}
      danger={way === 'password'}
      onConfirm={async () => {
        await (way === 'link' ? makeLink : reset).mutateAsync(account.id);
        isDone.current = true;
      }}
    >
      <Radio.Group
        label={t('account-admin.password.way')}
        labelProps={{ className: 'visually-hidden' }}
        value={way}
        onChange={(chosen) => setWay(chosen as Way)}
      >
        <div className="column gap-12">
          <Radio
            value="link"
            label={t('account-admin.password.link')}
            description={t('account-admin.password.linkText')}
          />
          <Radio
            value="password"
            label={t('account-admin.password.random')}
            description={t('account-admin.password.text')}
          />
        </div>
      </Radio.Group>
    </ConfirmDialog>
  );
}
