import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';

type ToolProps = { label: string; disabled?: boolean; onClick: () => void; children: ReactNode };

/** Of a row in a list. */
export function Tool({ label, disabled, onClick, children }: ToolProps) {
  return (
    <ActionIcon data-hint={disabled ? undefined : label} aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
