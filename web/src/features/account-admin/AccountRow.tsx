import { ActionIcon, Menu } from '@mantine/core';
import { IconBan, IconCheck, IconDots, IconUserCheck } from '@tabler/icons-react';
import { type Role, roles } from '@vexil/db/enums/account';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { CopyButton } from '../../ui/CopyButton';
import { RelativeTime, Time } from '../../ui/Time';
import classes from './Accounts.module.css';
import type { AdminAccount } from './account-admin.queries';
import { RoleBadge } from './RoleBadge';

type AccountRowProps = { account: AdminAccount; isSelf: boolean; onRole: (role: Role) => void };

export function AccountRow({ account, isSelf, onRole }: AccountRowProps) {
  const t = useText('account-admin');
  const { userName, avatar, email, emailConfirmed, realName, stdNumber, ip, lastVisitedUtc, registerTimeUtc } = account;
  const known = [realName, stdNumber].filter(Boolean).join(' · ');
  return (
    <li className={classes.row} data-banned={account.role === 'Banned' || undefined}>
      <Avatar name={userName} src={avatar} size={36} />
      <div className={classes.who}>
        <span className={classes.name}>
          {userName}
          {isSelf && <span className={classes.dimmed}>{t('account-admin.self')}</span>}
        </span>
        <span className={classes.detail}>
          {email}
          {!emailConfirmed && <span className={classes.unconfirmed}>{t('account-admin.unconfirmed')}</span>}
        </span>
      </div>
      <span className={classes.person}>
        <span>{known || '—'}</span>
        <span className={classes.dimmed}>
          {t('account-admin.since')} <Time at={registerTimeUtc} format="date" />
        </span>
      </span>
      <span className={classes.visit}>
        <RelativeTime at={lastVisitedUtc} />
        <span className={`${classes.dimmed} mono`}>{ip}</span>
      </span>
      <RoleBadge role={account.role} />
      <span className={classes.tools}>
        <CopyButton value={account.id} label={t('account-admin.copyId', { name: userName })} />
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon aria-label={t('account-admin.actions', { name: userName })} disabled={isSelf}>
              <IconDots size={18} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{t('account-admin.role')}</Menu.Label>
            {roles
              .filter((role) => role !== 'Banned')
              .map((role) => (
                <Menu.Item
                  key={role}
                  disabled={role === account.role}
                  onClick={() => onRole(role)}
                  rightSection={role === account.role && <IconCheck size={16} stroke={2} aria-hidden />}
                >
                  {t(`account-admin.roles.${role}`)}
                </Menu.Item>
              ))}
            <Menu.Divider />
            {account.role === 'Banned' ? (
              <Menu.Item
                leftSection={<IconUserCheck size={18} stroke={1.75} aria-hidden />}
                onClick={() => onRole('User')}
              >
                {t('account-admin.unban')}
              </Menu.Item>
            ) : (
              <Menu.Item
                color="red"
                leftSection={<IconBan size={18} stroke={1.75} aria-hidden />}
                onClick={() => onRole('Banned')}
              >
                {t('account-admin.ban')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </span>
    </li>
  );
}
