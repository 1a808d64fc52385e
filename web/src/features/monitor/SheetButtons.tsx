import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { addressOf } from '@vexil/contract/request';
import { scoreboardEndpoints } from '@vexil/contract/scoreboard.endpoints';
import { submissionMonitorEndpoints } from '@vexil/contract/submission-monitor.endpoints';
import { useText } from '../../i18n/use-text';

/** Spreadsheets of a whole game. */
export function SheetButtons({ gameId, size }: { gameId: number; size?: 'xs' }) {
  const t = useText('monitor');
  const params = { id: gameId };
  return (
    <>
      <SheetButton
        href={addressOf(scoreboardEndpoints.sheet, { params })}
        label={t('monitor.sheet.scoreboard')}
        size={size}
      />
      <SheetButton
        href={addressOf(submissionMonitorEndpoints.sheet, { params })}
        label={t('monitor.sheet.submissions')}
        size={size}
      />
    </>
  );
}

function SheetButton({ href, label, size }: { href: string; label: string; size: 'xs' | undefined }) {
  return (
    <Button component="a" href={href} download size={size} variant="default" leftSection={<IconFileSpreadsheet />}>
      {label}
    </Button>
  );
}
