import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useText } from '../i18n/use-text';
import { EmptyState } from './EmptyState';

type NothingFoundProps = { title: string; hint?: string; onClear: () => void };

/** Stands where a list has rows, and none that the filters let through. */
export function NothingFound({ title, hint, onClear }: NothingFoundProps) {
  const t = useText();
  return (
    <EmptyState
      icon={<IconSearchOff />}
      title={title}
      hint={hint ?? t('ui.nothingFound.hint')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('ui.nothingFound.clear')}
        </Button>
      }
    />
  );
}
