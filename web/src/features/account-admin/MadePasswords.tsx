import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { csvOf } from '../../ui/csv-file';
import { tableClasses } from '../../ui/DataTable';
import { OneTime } from '../../ui/OneTime';
import { PreviewTable } from '../../ui/PreviewTable';
import { saveFile } from '../../ui/save-file';
import type { ImportedAccount } from './account-admin.queries';

const columns = ['userName', 'email', 'password'] as const;

/** Passwords that an import made, shown once. */
export function MadePasswords({ accounts }: { accounts: ImportedAccount[] }) {
  const t = useText('account-admin');
  const rows = accounts.map((account) => columns.map((column) => account[column]));
  const save = () => saveFile(new Blob([csvOf([columns, ...rows])], { type: 'text/csv' }), 'passwords.csv');
  return (
    <OneTime
      className="grid gap-16"
      doneLabel={t('account-admin.password.done')}
      actions={(onKept) => (
        <Button
          variant="default"
          leftSection={<IconDownload />}
          onClick={() => {
            save();
            onKept();
          }}
        >
          {t('account-admin.import.download')}
        </Button>
      )}
    >
      {() => (
        <>
          <p className={tableClasses.dimmed}>{t('account-admin.import.madeOnce')}</p>
          <PreviewTable
            label={t('account-admin.import.madeTitle')}
            head={columns.map((column) => t(`account-admin.field.${column}`))}
          >
            {accounts.map((account) => (
              <tr key={account.userName}>
                {columns.map((column) => (
                  <td key={column} className={column === 'password' ? 'mono' : undefined}>
                    {account[column]}
                  </td>
                ))}
              </tr>
            ))}
          </PreviewTable>
        </>
      )}
    </OneTime>
  );
}
