import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ProfileUpdateBody } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { call } from '../../api/call';
import { useText } from '../../i18n/use-text';
import { type Answers, answersOf, answersTo, fieldsProblem } from '../../ui/own-fields';
import { useForm } from '../../ui/use-form';
import { type Account, accountQuery } from './account.queries';
import { termsQuery } from './terms.queries';

const names = ['userName', 'bio', 'phone', 'realName', 'stdNumber'] as const;
type Values = Record<(typeof names)[number], string> & { fields: Answers };

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
  fields: answersOf(account.fields),
});

export function useProfileForm(account: Account) {
  const t = useText('account');
  const { data: terms } = useQuery(termsQuery());
  const asked = terms?.fields ?? [];
  const queryClient = useQueryClient();
  const update = useMutation({
    mutationFn: (body: Partial<Values>) => call(accountEndpoints.update, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accountQuery().queryKey }),
  });
  const form = useForm<Values, Partial<Values>>({
    base: valuesOf(account),
    labels: {
      ...(Object.fromEntries(names.map((name) => [name, t(labels[name])])) as Record<(typeof names)[number], string>),
      fields: t('account.fields.title'),
    },
    // Names that predate the current rules stay valid until edited.
    bodyOf: (changed, { userName, fields, ...rest }) => ({
      ...rest,
      ...('userName' in changed && { userName }),
      ...('fields' in changed && { fields: answersTo(asked, fields) }),
    }),
    check: ({ fields }, changed) => ({ fields: 'fields' in changed ? fieldsProblem(asked, fields, t) : null }),
    schema: ProfileUpdateBody,
    fieldOf: { 'account.userNameTaken': 'userName', 'account.nameReserved': 'userName' },
    save: (body) => update.mutateAsync(body),
  });
  return { form, asked };
}
