import { Alert, Button, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { importedAccountsMax } from '@vexil/contract/account-admin';
import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors';
import { useText } from '../../i18n/use-text';
import { tableClasses } from '../../ui/DataTable';
import { FailureAlert } from '../../ui/FailureAlert';
import { FileDrop } from '../../ui/FileDrop';
import { CancelButton, FormModal } from '../../ui/FormModal';
import { askedQuery, type ImportedAccount, useImportAccounts } from './account-admin.queries';
import { ImportPreview } from './ImportPreview';
import { importColumns, type ReadImport, readImport } from './import-rows';
import { MadePasswords } from './MadePasswords';

const sizeBytesMax = 2 * 1024 * 1024;

/** Accounts from a CSV file: shown and checked line by line before anything is sent. */
export default function ImportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText('account-admin');
  const [read, setRead] = useState<ReadImport>();
  const [made, setMade] = useState<ImportedAccount[]>();
  const [existing, setExisting] = useState<'refuse' | 'replace'>('refuse');
  const run = useImportAccounts();
  const { data: terms } = useQuery({ ...askedQuery(), enabled: opened });
  const asked = terms?.fields ?? [];
  const open = async ([file]: File[]) => {
    run.reset();
    if (file) setRead(readImport(await file.text(), t, asked));
  };
  const close = () => {
    setRead(undefined);
    setMade(undefined);
    run.reset();
    onClose();
  };
  const rows = read?.rows ?? [];
  const wrong = rows.filter(({ errors }) => errors.length > 0).length;
  const isReady = rows.length > 0 && wrong === 0 && read?.missing.length === 0 && !read.isTooLong;
  // The server counts rows from 0 and names a field of each.
  const taken = new Map(Object.keys(fieldErrors(run.error)).map((path) => [Number(path.split('.')[0]), path]));
  const send = () =>
    run.mutate(
      { rows: rows.map(({ values }) => values), existing },
      {
        onSuccess: () => {
          setRead(undefined);
          const without = rows.filter(({ hasPassword }) => !hasPassword).map(({ values }) => values);
          if (without.length > 0) setMade(without);
          else onClose();
        },
      },
    );
  return (
    <FormModal
      opened={opened}
      unsaved={read !== undefined}
      saving={run.isPending}
      onClose={close}
      size="xl"
      title={t(made ? 'account-admin.import.madeTitle' : 'account-admin.import.title')}
    >
      {made ? (
        <MadePasswords accounts={made} />
      ) : (
        <div className="grid gap-16">
          <p className={tableClasses.dimmed}>
            {t('account-admin.import.help', {
              columns: [...importColumns, ...asked.map(({ name }) => name)].join(', '),
              count: importedAccountsMax,
            })}
          </p>
          <FileDrop accept=".csv,.txt,.tsv" sizeBytesMax={sizeBytesMax} onFiles={(files) => void open(files)} />
          <FailureAlert>
            {read && read.missing.length > 0 && t('account-admin.import.missing', { columns: read.missing.join(', ') })}
          </FailureAlert>
          {read && read.unknown.length > 0 && (
            <Alert color="yellow">{t('account-admin.import.unknown', { columns: read.unknown.join(', ') })}</Alert>
          )}
          <FailureAlert>
            {read?.isTooLong && t('account-admin.import.tooLong', { count: importedAccountsMax })}
          </FailureAlert>
          {read?.missing.length === 0 && <ImportPreview rows={rows} taken={new Set(taken.keys())} wrong={wrong} />}
          {rows.length > 0 && (
            <Radio.Group
              label={t('account-admin.import.existing')}
              value={existing}
              onChange={(value) => setExisting(value as typeof existing)}
            >
              <div className="column gap-8 above-8">
                <Radio value="refuse" label={t('account-admin.import.refuse')} />
                <Radio value="replace" label={t('account-admin.import.replace')} />
              </div>
            </Radio.Group>
          )}
          <FailureAlert error={run.error} />
          <div className="row wrap end gap-8">
            <CancelButton disabled={run.isPending} />
            <Button onClick={send} loading={run.isPending} disabled={!isReady}>
              {t('account-admin.import.run', { count: rows.length })}
            </Button>
          </div>
        </div>
      )}
    </FormModal>
  );
}
