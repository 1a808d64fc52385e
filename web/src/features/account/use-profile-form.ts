import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ProfileUpdateBody } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { useCallback } from 'react';
import { call } from '../../api/call';
import { useFormFailure } from '../../api/form-failure';
import { useText } from '../../i18n/use-text';
import { useSchemaForm } from '../../ui/schema-form';
import { toastSuccess } from '../../ui/toast';
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
  // Names that predate the current rules stay valid until edited.
  const toBody = useCallback(
    ({ userName, ...rest }: Values) => (userName === account.userName ? rest : { userName, ...rest }),
    [account.userName],
  );
  const form = useSchemaForm<Values>(ProfileUpdateBody, { initialValues: valuesOf(account), prepare: toBody });
  const { failure, show, clear } = useFormFailure(form, {
    'account.userNameTaken': 'userName',
    'account.nameReserved': 'userName',
  });
  const save = useMutation({
    mutationFn: (values: Values) => call(accountEndpoints.update, { body: toBody(values) }),
    onMutate: clear,
    onSuccess: async (_, values) => {
      form.setInitialValues(values);
      form.resetDirty(values);
      await queryClient.invalidateQueries({ queryKey: accountQuery().queryKey });
      toastSuccess(t('account.profile.saved'));
    },
    onError: show,
  });
  return {
    form,
    failure,
    saving: save.isPending,
    changes: fields.filter((field) => form.isDirty(field)).map((field) => t(labels[field])),
    submit: form.onSubmit((values) => save.mutate(values)),
  };
}
