import { ActionIcon } from '@mantine/core';
import { IconPhotoDown, IconZoomReset } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import classes from './ScoreChart.module.css';

type ChartToolsProps = {
  zoomed: boolean;
  onReset: () => void;
  onSave: () => void;
};

export function ChartTools({ zoomed, onReset, onSave }: ChartToolsProps) {
  const t = useText('scoreboard');
  const tool = (name: string, icon: ReactNode, onClick: () => void) => (
    <ActionIcon variant="subtle" color="gray" size={26} aria-label={name} data-hint={name} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
  return (
    <div className={classes.tools}>
      {tool(t('scoreboard.chart.save'), <IconPhotoDown size={16} />, onSave)}
      {zoomed && tool(t('scoreboard.chart.reset'), <IconZoomReset size={16} />, onReset)}
    </div>
  );
}
