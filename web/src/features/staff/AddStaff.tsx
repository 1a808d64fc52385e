import { Button, Radio, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { Guid } from '@vexil/contract/wire';
import { type StaffRole, staffRoles } from '@vexil/db/enums/game';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/api-error';
import { describeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { codeField } from '../../ui/code-field';
import { FailureAlert } from '../../ui/FailureAlert';
import { Panel } from '../../ui/Panel';
import classes from './Staff.module.css';
import { useAccountSearch, useSetStaff } from './staff.queries';

const searchDelayMs = 250;

/** Administrators search for accounts, organisers enter an account ID. */
export function AddStaff({ gameId, isAdmin }: { gameId: number; isAdmin: boolean }) {
  const t = useText('staff');
  const set = useSetStaff(gameId);
  const [userId, setUserId] = useState('');
  const [role, setRole] = useState<StaffRole>('observer');
  const [missing, setMissing] = useState<string>();
  const refusal = set.error instanceof ApiError ? set.error : undefined;
  const isAboutAccount =
    refusal && ['account.notFound', 'game.staffIsPlayer', 'request.invalid'].includes(refusal.code);

  const choose = (next: string) => {
    setUserId(next);
    setMissing(undefined);
    set.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = userId.trim();
    if (!Guid.safeParse(id).success) return setMissing(t(isAdmin ? 'staff.add.choose' : 'staff.add.idWrong'));
    set.mutate({ userId: id, role }, { onSuccess: () => setUserId('') });
  };
  const error = missing ?? (isAboutAccount ? describeError(refusal) : undefined);
  return (
    <Panel title={t('staff.add.title')}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <FailureAlert>{set.isError && !isAboutAccount && describeError(set.error)}</FailureAlert>
        {isAdmin ? (
          <AccountSelect value={userId} onChange={choose} error={error} />
        ) : (
          <TextInput
            label={t('staff.add.id')}
            description={t('staff.add.idHelp')}
            {...codeField}
            placeholder="00000000-0000-0000-0000-000000000000"
            value={userId}
            onChange={(event) => choose(event.currentTarget.value)}
            error={error}
          />
        )}
        <Radio.Group label={t('staff.add.role')} value={role} onChange={(next) => setRole(next as StaffRole)}>
          <div className={classes.roles}>
            {staffRoles.map((each) => (
              <Radio
                key={each}
                value={each}
                label={t(`staff.role.${each}`)}
                description={t(`staff.roleHelp.${each}`)}
              />
            ))}
          </div>
        </Radio.Group>
        <Button type="submit" className={classes.submit} leftSection={<IconUserPlus />} loading={set.isPending}>
          {t('staff.add.submit')}
        </Button>
      </form>
    </Panel>
  );
}

type AccountSelectProps = { value: string; onChange: (userId: string) => void; error: string | undefined };

function AccountSelect({ value, onChange, error }: AccountSelectProps) {
  const t = useText('staff');
  const [typed, setTyped] = useState('');
  const [hint] = useDebouncedValue(typed, searchDelayMs);
  const found = useAccountSearch(hint, true);
  const accounts = found.data?.data ?? [];
  return (
    <Select
      label={t('staff.add.account')}
      description={t('staff.add.accountHelp')}
      placeholder={t('staff.add.typeToSearch')}
      searchable
      clearable
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has already filtered, also by fields that are not shown.
      filter={({ options }) => options}
      data={accounts.map(({ id, userName, email }) => ({ value: id, label: `${userName} · ${email}` }))}
      nothingFoundMessage={found.isFetching || hint === '' ? t('staff.add.typeToSearch') : t('staff.add.nothingFound')}
      error={error}
    />
  );
}
