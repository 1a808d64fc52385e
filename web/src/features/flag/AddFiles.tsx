import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { assetSizeBytesMax } from '@vexil/contract/asset.limits';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import { useState } from 'react';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { FileDrop } from '../../ui/FileDrop';
import { formatBytes } from '../../ui/format-bytes';
import { LeaveGuard } from '../../ui/LeaveGuard';
import { toastSuccess } from '../../ui/toast';
import classes from './Flags.module.css';
import { storeFiles, useAddFlags } from './flag.queries';
import { flagLengthMax, readFileNames } from './flag-lines';

/** Files per request, so that a lost connection costs little. */
const batchSize = 20;

export function AddFiles({ gameId, challenge }: { gameId: number; challenge: ChallengeEdit }) {
  const t = useText('flag');
  const describe = useDescribeError();
  const add = useAddFlags(gameId, challenge.id);
  const [files, setFiles] = useState<File[]>([]);
  const [withoutEnding, setWithoutEnding] = useState(false);
  const [progress, setProgress] = useState<number>();
  const [error, setError] = useState<unknown>();
  const lines = readFileNames(
    files.map(({ name }) => name),
    withoutEnding,
    challenge.flags.map(({ flag }) => flag),
  );
  const rows = files.map((file, index) => ({ file, line: lines[index] }));
  const good = rows.filter(({ line }) => line && !line.problem);

  const send = async () => {
    setError(undefined);
    setProgress(0);
    try {
      for (let from = 0; from < good.length; from += batchSize) {
        const batch = good.slice(from, from + batchSize);
        const hashes = await storeFiles(
          batch.map(({ file }) => file),
          challenge.fileName || 'attachment',
          (part) => setProgress((from + part * batch.length) / good.length),
        );
        await add.mutateAsync(
          batch.map(({ line }, index) => ({
            flag: line?.flag ?? '',
            attachmentType: 'Local',
            fileHash: hashes[index],
          })),
        );
        // Stored files leave the list, so that a retry sends only the rest.
        const stored = new Set(batch.map(({ file }) => file));
        setFiles((current) => current.filter((file) => !stored.has(file)));
      }
      toastSuccess(t('flag.lines.added', { count: good.length }));
    } catch (failure) {
      setError(failure);
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <div className={classes.page}>
      <p className={classes.words}>{t('flag.files.help')}</p>
      <FileDrop
        multiple
        sizeBytesMax={assetSizeBytesMax}
        onFiles={(chosen) => setFiles((current) => [...current, ...chosen])}
        progress={progress}
        error={error === undefined ? undefined : describe(error)}
      />
      {files.length > 0 && (
        <>
          <Checkbox
            label={t('flag.files.withoutEnding')}
            checked={withoutEnding}
            onChange={(event) => setWithoutEnding(event.currentTarget.checked)}
          />
          <ul className={classes.chosen}>
            {rows.map(({ file, line }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
              <li key={index} className={classes.row}>
                <code className={classes.flag}>{line?.flag}</code>
                {line?.problem && (
                  <span className={classes.problem}>
                    {t(`flag.lines.${line.problem}`, { max: flagLengthMax, length: line.flag.length })}
                  </span>
                )}
                <span className={`${classes.size} figures`}>{formatBytes(file.size)}</span>
                <ActionIcon
                  aria-label={t('flag.files.remove', { name: file.name })}
                  disabled={progress !== undefined}
                  onClick={() => setFiles(files.filter((_, at) => at !== index))}
                >
                  <IconX size={18} stroke={1.75} />
                </ActionIcon>
              </li>
            ))}
          </ul>
          <div className={classes.actions}>
            <Button variant="default" onClick={() => setFiles([])} disabled={progress !== undefined}>
              {t('flag.files.clear')}
            </Button>
            <Button
              leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
              onClick={() => void send()}
              loading={progress !== undefined}
              disabled={good.length === 0}
            >
              {t('flag.files.submit', { count: good.length })}
            </Button>
          </div>
        </>
      )}
      <LeaveGuard active={files.length > 0} />
    </div>
  );
}
