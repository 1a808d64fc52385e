import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ProfileUpdateBody } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { call } from '../../api/call';
import { useText } from '../../i18n/use-text';
import { useForm } from '../../ui/use-form';
import { type Account, accountQuery } from './account.queries';

const fields = ['userName', 'bio', 'phone', 'realName', 'stdNumber'] as const;
type Values = Record<(typeof fields)[number], string>;

const labels = {
  userName: 'account.profile.name',
  bio: 'account.profile.bio',
  phone: 'account.profile.phone',
  realName: 'account.profile.realName',
  stdNumber: 'account.profile.stdNumber',
} as const;

const valuesOf = (account: Account): Values => ({
  userName: account.userName ?? '',
  bio: account.bio ?? '',
  phone: account.phone ?? '',
  realName: account.realName ?? '',
  stdNumber: account.stdNumber ?? '',
});

export function useProfileForm(account: Account) {
  const t = useText('account');
  const queryClient = useQueryClient();
  const update = useMutation({
    mutationFn: (body: Partial<Values>) => call(accountEndpoints.update, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accountQuery().queryKey }),
  });
  return useForm<Values, Partial<Values>>({
    base: valuesOf(account),
    labels: Object.fromEntries(fields.map((field) => [field, t(labels[field])])) as Values,
    // Names that predate the current rules stay valid until edited.
    bodyOf: (changed, { userName, ...rest }) => ('userName' in changed ? { userName, ...rest } : rest),
    schema: ProfileUpdateBody,
    fieldOf: { 'account.userNameTaken': 'userName', 'account.nameReserved': 'userName' },
    save: (body) => update.mutateAsync(body),
  });
}
