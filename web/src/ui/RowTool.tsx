import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './RowTool.module.css';

type RowToolProps = {
  /** The act: "Delete". */
  label: string;
  /** The thing, for the name of the control. */
  name: string;
  danger?: boolean;
  disabled?: boolean;
  /** What the keys of the list press. */
  isMain?: boolean;
  onClick: () => void;
  /** An icon. */
  children: ReactNode;
};

/** An act on one row of a table. */
export function RowTool({
  label,
  name,
  danger = false,
  disabled = false,
  isMain = false,
  onClick,
  children,
}: RowToolProps) {
  return (
    <ActionIcon
      data-hint={label}
      className={classes.tool}
      aria-label={`${label}: ${name}`}
      color={danger ? 'red' : undefined}
      data-row={isMain || undefined}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}
