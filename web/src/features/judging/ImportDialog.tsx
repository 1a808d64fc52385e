import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { FileDrop } from '../../ui/FileDrop';
import { CancelButton, FormModal } from '../../ui/FormModal';
import { PreviewTable } from '../../ui/PreviewTable';
import { useRunEach } from '../../ui/run-each';
import { toastSuccess } from '../../ui/toast';
import { type AwardLine, awardColumns, type ReadAwards, readAwards } from './import-awards';
import { type AwardedTeam, useGiveAward } from './judging.queries';

const sizeBytesMax = 1024 * 1024;
const shownMax = 50;

type ImportDialogProps = { gameId: number; teams: AwardedTeam[]; opened: boolean; onClose: () => void };

/** `crypto.randomUUID` is missing without TLS. */
const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');

/** Shown and checked line by line before anything is sent; lines that fail stay. Mount a new one each time. */
export function ImportDialog({ gameId, teams, opened, onClose }: ImportDialogProps) {
  const t = useText('judging');
  const [read, setRead] = useState<ReadAwards>();
  const give = useGiveAward(gameId);
  const { run, done } = useRunEach();
  const { lines = [], missing = [] } = read ?? {};
  const wrong = lines.filter(({ errors }) => errors.length > 0).length;
  const open = async ([file]: File[]) => {
    if (file) setRead(readAwards(await file.text(), teams, t, newId));
  };
  const send = async () => {
    const given = await run(lines, ({ body }) => give.mutateAsync(body));
    if (given.length > 0) toastSuccess(t('judging.csv.done', { count: given.length }));
    if (given.length === lines.length) onClose();
    else setRead({ lines: lines.filter((line) => !given.includes(line)), missing });
  };
  return (
    <FormModal
      opened={opened}
      unsaved={lines.length > 0}
      saving={done !== undefined}
      onClose={onClose}
      size="xl"
      title={t('judging.csv.title')}
    >
      <div className="grid gap-16">
        <p className="dimmed">{t('judging.csv.help', { columns: awardColumns.join(', ') })}</p>
        <FileDrop accept=".csv,.txt,.tsv" sizeBytesMax={sizeBytesMax} onFiles={(files) => void open(files)} />
        <FailureAlert>{missing.length > 0 && t('judging.csv.missing', { columns: missing.join(', ') })}</FailureAlert>
        {read && missing.length === 0 && <Preview lines={lines} wrong={wrong} />}
        <div className="row wrap end gap-8">
          <CancelButton disabled={done !== undefined} />
          <Button
            onClick={() => void send()}
            loading={done !== undefined}
            disabled={lines.length === 0 || wrong > 0 || missing.length > 0}
          >
            {t('judging.csv.run', { count: lines.length })}
          </Button>
        </div>
      </div>
    </FormModal>
  );
}

/** The wrong lines first. */
function Preview({ lines, wrong }: { lines: AwardLine[]; wrong: number }) {
  const t = useText('judging');
  const shown = lines.toSorted((one, other) => Number(other.errors.length > 0) - Number(one.errors.length > 0));
  return (
    <>
      <p role="status" className="dimmed text-13">
        {t('judging.csv.lines', { count: lines.length })}
        {wrong > 0 && ` ${t('judging.csv.wrong', { count: wrong })}`}
      </p>
      <PreviewTable
        label={t('judging.csv.preview')}
        head={[t('judging.csv.line'), ...awardColumns.map((column) => t(`judging.${column}`))]}
      >
        {shown.slice(0, shownMax).map(({ line, cells, errors }) => (
          <tr key={line} data-wrong={errors.length > 0 || undefined}>
            <td className="figures">{line}</td>
            {errors.length > 0 ? (
              <td colSpan={awardColumns.length}>
                {cells.team}: {errors.join(' · ')}
              </td>
            ) : (
              awardColumns.map((column) => <td key={column}>{cells[column]}</td>)
            )}
          </tr>
        ))}
      </PreviewTable>
    </>
  );
}
