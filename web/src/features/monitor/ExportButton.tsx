import { Button, Loader } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { csvOf } from '../../ui/csv-file';
import { formatCount } from '../../ui/format-number';
import { saveFile } from '../../ui/save-file';
import { toastError, toastNews } from '../../ui/toast';
import { exportRowsMax } from './fetch-all';

type ExportButtonProps<Row> = {
  /** Of the file, without its ending. */
  name: string;
  header: string[];
  cellsOf: (row: Row) => (string | number)[];
  fetchRows: (onCount: (count: number) => void, signal: AbortSignal) => Promise<{ rows: Row[]; isCut: boolean }>;
};

/** Downloads a list as CSV: all rows that match, not only those on the page. */
export function ExportButton<Row>({ name, header, cellsOf, fetchRows }: ExportButtonProps<Row>) {
  const t = useText('monitor');
  /** Rows so far; undefined while none are fetched. */
  const [count, setCount] = useState<number>();
  const isRunning = count !== undefined;
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const figure = (value: number) => formatCount(value);
  async function run(): Promise<void> {
    const control = new AbortController();
    running.current = control;
    setCount(0);
    try {
      const { rows, isCut } = await fetchRows(setCount, control.signal);
      if (control.signal.aborted) return;
      const text = csvOf([header, ...rows.map(cellsOf)]);
      saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
      if (isCut) toastNews(t('monitor.export.cut', { number: figure(exportRowsMax) }), { autoClose: false });
    } catch (error) {
      if (!control.signal.aborted) toastError(error);
    } finally {
      setCount(undefined);
    }
  }

  return (
    <Button
      variant="default"
      aria-disabled={isRunning || undefined}
      aria-busy={isRunning || undefined}
      leftSection={isRunning ? <Loader size={14} /> : <IconDownload />}
      onClick={() => !isRunning && void run()}
    >
      {isRunning ? t('monitor.export.running', { number: figure(count) }) : t('monitor.export.button')}
    </Button>
  );
}
