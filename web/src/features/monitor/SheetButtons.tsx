import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { scoreboardEndpoints } from '@vexil/contract/scoreboard.endpoints';
import { submissionMonitorEndpoints } from '@vexil/contract/submission.endpoints';
import { addressOf } from '../../api/call';
import { useText } from '../../i18n/use-text';

/** Spreadsheets of a whole game. */
export function SheetButtons({ gameId }: { gameId: number }) {
  const t = useText('monitor');
  const params = { id: gameId };
  return (
    <>
      <SheetButton href={addressOf(scoreboardEndpoints.sheet, { params })} label={t('monitor.sheet.scoreboard')} />
      <SheetButton
        href={addressOf(submissionMonitorEndpoints.sheet, { params })}
        label={t('monitor.sheet.submissions')}
      />
    </>
  );
}

function SheetButton({ href, label }: { href: string; label: string }) {
  return (
    <Button
      component="a"
      href={href}
      download
      size="xs"
      variant="default"
      leftSection={<IconFileSpreadsheet size={16} stroke={1.75} aria-hidden />}
    >
      {label}
    </Button>
  );
}
