import { Button, Loader } from '@mantine/core';
import { IconLinkOff, IconMailCheck, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error';
import { describeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { OutcomeCard } from './OutcomeCard';

export function LinkPending({ title, email }: { title: string; email: string | null }) {
  return (
    <OutcomeCard icon={<Loader size={24} />} title={title}>
      <p>{email ?? '\u00a0'}</p>
    </OutcomeCard>
  );
}

type LinkAskProps = { title: string; text: string; action: string; onRun: () => void };

/** Before the link is used. */
export function LinkAsk({ title, text, action, onRun }: LinkAskProps) {
  return (
    <OutcomeCard
      icon={<IconMailCheck size={28} />}
      title={title}
      actions={
        <Button onClick={onRun} autoFocus>
          {action}
        </Button>
      }
    >
      <p>{text}</p>
    </OutcomeCard>
  );
}

type LinkFailureProps = {
  title: string;
  error: unknown;
  onRetry: () => void;
  hint?: ReactNode;
  actions: ReactNode;
};

/** Only failures that are not refusals can be retried. */
export function LinkFailure({ title, error, onRetry, hint, actions }: LinkFailureProps) {
  const t = useText('account');
  const isRefused = error instanceof ApiError && error.code.startsWith('account.');
  return (
    <OutcomeCard
      icon={<IconLinkOff size={28} />}
      tone="bad"
      title={title}
      actions={
        isRefused ? (
          actions
        ) : (
          <Button leftSection={<IconRefresh aria-hidden />} onClick={onRetry}>
            {t('ui.failed.retry')}
          </Button>
        )
      }
    >
      <p>{describeError(error)}</p>
      {isRefused && hint && <p>{hint}</p>}
    </OutcomeCard>
  );
}
