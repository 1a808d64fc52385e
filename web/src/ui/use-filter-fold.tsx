import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useText } from '../i18n/use-text';

type FilterFold = {
  isPhone: boolean;
  /** Of the filters, which on a phone wait behind the button. */
  isShown: boolean;
  button: ReactNode;
};

/** Leaves a phone's screen to the list; `count` filters are set. */
export function useFilterFold(count: number): FilterFold {
  const t = useText();
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [opened, setOpened] = useState(false);
  const button = isPhone && (
    <Button
      variant="default"
      leftSection={<IconAdjustmentsHorizontal />}
      rightSection={count > 0 && <span className="figures">{count}</span>}
      aria-expanded={opened}
      onClick={() => setOpened(!opened)}
    >
      {t('ui.filters')}
    </Button>
  );
  return { isPhone, isShown: !isPhone || opened, button };
}
