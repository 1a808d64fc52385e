import { Modal } from '@mantine/core';
import { useText } from '../../i18n/use-text';
import classes from './ChartDialog.module.css';
import { ScoreChart, type ScoreChartProps } from './ScoreChart';

type ChartDialogProps = ScoreChartProps & { opened: boolean; onClose: () => void };

/** The chart as large as the window, with its tools and every name. */
export default function ChartDialog({ opened, onClose, ...chart }: ChartDialogProps) {
  const t = useText('scoreboard');
  return (
    <Modal
      data-in-address
      opened={opened}
      onClose={onClose}
      size="96vw"
      title={t('scoreboard.chart.title')}
      classNames={{ body: classes.body }}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <ScoreChart {...chart} />
    </Modal>
  );
}
