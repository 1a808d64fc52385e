import { Alert, type MantineSpacing } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeError } from '../api/describe-error';

type FailureAlertProps = {
  mt?: MantineSpacing;
  p?: MantineSpacing;
  /** Of a failed call. */
  error?: unknown;
  /** Why something failed, where that is no call's error; without a reason nothing is shown. */
  children?: ReactNode;
};

export function FailureAlert({ error, children, ...space }: FailureAlertProps) {
  const reason = error ? describeError(error) : children;
  return reason ? (
    <Alert color="red" role="alert" {...space}>
      {reason}
    </Alert>
  ) : null;
}
