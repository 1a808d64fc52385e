import { Button } from '@mantine/core';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { ReasonDialog } from '../../ui/ReasonDialog';
import { useRunEach } from '../../ui/run-each';
import { SelectionBar } from '../../ui/SelectionBar';
import { useAsked } from '../../ui/use-asked';
import type { Selection } from '../../ui/use-selection';
import { type AdminAccount, useEndSessions, useUpdateAccount } from './account-admin.queries';

type AccountsBarProps = { accounts: readonly AdminAccount[]; ownId: string; selection: Selection<string> };
type Act = 'confirm' | 'signOut' | 'ban';

/** What can be done to many accounts; deleting is asked for one by one. One's own account is never banned or signed out. */
export function AccountsBar({ accounts, ownId, selection }: AccountsBarProps) {
  const t = useText('account-admin');
  const update = useUpdateAccount();
  const end = useEndSessions();
  const { run, done } = useRunEach();
  const { subject: shown = 'confirm', opened, ask, close } = useAsked<Act>();
  const chosen = accounts.filter(({ id }) => selection.chosen.includes(id));
  const others = chosen.filter(({ id }) => id !== ownId);
  const fitting: Record<Act, AdminAccount[]> = {
    confirm: chosen.filter(({ emailConfirmed }) => !emailConfirmed),
    signOut: others,
    ban: others.filter(({ role }) => role !== 'Banned'),
  };
  const number = fitting[shown].length;
  const act = async (reason = '') => {
    await run(fitting[shown], ({ id: userId }) => {
      if (shown === 'signOut') return end.mutateAsync(userId);
      const ban = { role: 'Banned' as const, ...(reason && { reason }) };
      return update.mutateAsync({ userId, body: shown === 'confirm' ? { emailConfirmed: true } : ban });
    });
    selection.clear();
  };
  const button = (each: Act) => (
    <Button
      size="xs"
      variant={each === 'ban' ? 'outline' : 'default'}
      color={each === 'ban' ? 'red' : undefined}
      disabled={fitting[each].length === 0 || done !== undefined}
      onClick={() => ask(each)}
    >
      {t(`account-admin.many.${each}`)}
    </Button>
  );
  const dialog = {
    onClose: close,
    title: t(`account-admin.many.${shown}Title`, { number }),
    confirmLabel: t(`account-admin.many.${shown}`),
  };
  return (
    <>
      <SelectionBar selection={selection} of={accounts.length} done={done}>
        {button('confirm')}
        {button('signOut')}
        {button('ban')}
      </SelectionBar>
      <ConfirmDialog {...dialog} opened={opened && shown !== 'ban'} onConfirm={() => act()}>
        {shown === 'signOut' ? t('account-admin.signOut.text') : t('account-admin.many.confirmText')}
      </ConfirmDialog>
      <ReasonDialog
        {...dialog}
        opened={opened && shown === 'ban'}
        danger
        text={t('account-admin.ask.banText')}
        hint={t('account-admin.ask.reasonHelp')}
        onConfirm={act}
      />
    </>
  );
}
