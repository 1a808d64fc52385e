import { Alert, type MantineSpacing } from '@mantine/core';
import type { ReactNode } from 'react';

type FailureAlertProps = {
  mt?: MantineSpacing;
  p?: MantineSpacing;
  /** Why something failed; without a reason nothing is shown. */
  children: ReactNode;
};

export function FailureAlert({ children, ...space }: FailureAlertProps) {
  return children ? (
    <Alert color="red" role="alert" {...space}>
      {children}
    </Alert>
  ) : null;
}
