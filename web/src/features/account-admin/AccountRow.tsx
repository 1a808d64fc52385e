import { IconMailCheck, IconMailQuestion } from '@tabler/icons-react';
import type { Role } from '@vexil/db/enums/account';
import { canReceiveMail } from '@vexil/rules/email.rules';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { MainCell, PickCell, tableClasses } from '../../ui/DataTable';
import { StateWord } from '../../ui/StateWord';
import { RelativeTime, Time } from '../../ui/Time';
import { toastError } from '../../ui/toast';
import { toastWithUndo } from '../../ui/undo-toast';
import type { Selection } from '../../ui/use-selection';
import { type AccountTask, AccountTools } from './AccountMenu';
import classes from './Accounts.module.css';
import { type AdminAccount, useUpdateAccount } from './account-admin.queries';
import { RoleBadge } from './RoleBadge';

type AccountRowProps = {
  account: AdminAccount;
  isSelf: boolean;
  selection: Selection<string>;
  onRole: (role: Role) => void;
  onTask: (task: AccountTask) => void;
};

export function AccountRow({ account, isSelf, selection, onRole, onTask }: AccountRowProps) {
  const t = useText('account-admin');
  const update = useUpdateAccount();
  const { userName, avatar, email, realName, stdNumber, ip, lastVisitedUtc, registerTimeUtc } = account;
  // Shown as it will be while the call is under way.
  const isConfirmed = update.isPending ? (update.variables.body.emailConfirmed ?? false) : account.emailConfirmed;
  // Promises, because callbacks of `mutate` are not called once the row has left the list.
  const confirm = (emailConfirmed: boolean): Promise<void> =>
    update
      .mutateAsync({ userId: account.id, body: { emailConfirmed } })
      .then(() => {
        toastWithUndo(t(emailConfirmed ? 'account-admin.confirm' : 'account-admin.unconfirm', { name: userName }), {
          id: `confirmed-${account.id}`,
          undoLabel: t('account-admin.undo'),
          onUndo: () => void confirm(!emailConfirmed),
        });
      })
      .catch((error: unknown) => toastError(error));
  return (
    <tr className={classes.row} data-banned={account.role === 'Banned' || undefined}>
      <PickCell selection={selection} id={account.id} name={userName} />
      <td data-wide>
        <MainCell
          oneLine
          picture={<Avatar name={userName} src={avatar} size={32} />}
          name={
            <>
              <span className={classes.user}>{userName}</span>
              {isSelf && <span className={tableClasses.dimmed}> {t('account-admin.self')}</span>}
              {realName && <span className={classes.realName}> {realName}</span>}
            </>
          }
          detail={[canReceiveMail(email) ? email : t('account-admin.noAddress'), stdNumber].filter(Boolean).join(' · ')}
        />
      </td>
      <td data-narrow data-label={t('account-admin.column.role')}>
        <RoleBadge role={account.role} />
      </td>
      <td data-narrow data-label={t('account-admin.column.confirmed')}>
        <StateWord icon={isConfirmed ? IconMailCheck : IconMailQuestion} tone={isConfirmed ? undefined : 'warning'}>
          {t(isConfirmed ? 'account-admin.confirmed' : 'account-admin.unconfirmed')}
        </StateWord>
      </td>
      <td data-narrow data-label={t('account-admin.column.visited')}>
        <span className="grid shrinks">
          {lastVisitedUtc > 0 ? <RelativeTime at={lastVisitedUtc} /> : '—'}
          {lastVisitedUtc > 0 && <span className={`${tableClasses.dimmed} mono`}>{ip}</span>}
        </span>
      </td>
      <td data-narrow data-label={t('account-admin.column.registered')}>
        <Time at={registerTimeUtc} format="date" />
      </td>
      <td data-narrow data-tools="many">
        <AccountTools
          account={account}
          isSelf={isSelf}
          onConfirm={() => void confirm(!isConfirmed)}
          onRole={onRole}
          onTask={onTask}
        />
      </td>
    </tr>
  );
}
