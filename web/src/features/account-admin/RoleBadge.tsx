import { IconBan, IconEye, IconShieldFilled, IconUser, type TablerIcon } from '@tabler/icons-react';
import type { Role } from '@vexil/db/enums/account';
import { useText } from '../../i18n/use-text';
import classes from './Accounts.module.css';

const icons: Record<Role, TablerIcon> = {
  Banned: IconBan,
  User: IconUser,
  Monitor: IconEye,
  Admin: IconShieldFilled,
};

export function RoleBadge({ role }: { role: Role }) {
  const t = useText('account-admin');
  const Icon = icons[role];
  return (
    <span className={classes.badge} data-role={role}>
      <Icon size={14} />
      {t(`account-admin.roles.${role}`)}
    </span>
  );
}
