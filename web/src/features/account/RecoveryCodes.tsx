import { Alert, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { OneTime } from '../../ui/OneTime';
import { saveFile } from '../../ui/save-file';
import classes from './Factors.module.css';

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useText('factor');
  const text = codes.join('\n');
  return (
    <OneTime
      className="grid gap-16"
      doneLabel={t('factor.codes.done')}
      doneIsKept
      actions={(onKept) => (
        <>
          <Button
            variant="default"
            leftSection={<IconDownload aria-hidden />}
            onClick={() => {
              saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt');
              onKept();
            }}
          >
            {t('factor.codes.download')}
          </Button>
          <CopyButton value={text} label={t('factor.codes.copy')} withText onCopied={onKept} />
        </>
      )}
    >
      {() => (
        <>
          <Alert color="yellow" role="status">
            {t('factor.codes.once')}
          </Alert>
          <ul className={classes.codes}>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </>
      )}
    </OneTime>
  );
}
