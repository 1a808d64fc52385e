import { cloneElement, type ReactElement } from 'react';

type HintProps = {
  label: string;
  /** Where there is room; else on the opposite side. */
  side?: 'top' | 'right';
  disabled?: boolean;
  children: ReactElement<Record<string, unknown>>;
};

/** A word about a control, on hover and on focus: `HintLayer` shows it. The control needs a name of its own as well. */
export function Hint({ label, side = 'top', disabled = false, children }: HintProps) {
  return disabled ? children : cloneElement(children, { 'data-hint': label, 'data-hint-side': side });
}
