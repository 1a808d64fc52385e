import { IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { accountAdminEndpoints } from '@vexil/contract/account-admin.endpoints';
import { routeQuery } from '../../api/route-query';
import { useText } from '../../i18n/use-text';
import type { Command } from '../../ui/commands';

/** Accounts by name or address, for administrators; none where nothing is looked for. */
export function useFoundAccounts(hint: string | undefined): Command[] {
  const t = useText();
  const navigate = useNavigate();
  const { data: found } = useQuery({
    ...routeQuery(accountAdminEndpoints.search, { query: { hint: hint ?? '' } }),
    enabled: hint !== undefined,
  });
  return (found?.data ?? []).map(({ id, userName, email }) => ({
    id: `account.${id}`,
    label: userName ?? '',
    detail: [t('shell.find.account'), email].filter(Boolean).join(' · '),
    keywords: [hint ?? ''],
    icon: <IconUser />,
    run: () => void navigate({ to: '/admin/users', search: { q: userName ?? '' } as never }),
  }));
}
