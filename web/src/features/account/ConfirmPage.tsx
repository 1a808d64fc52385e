import { IconCircleCheck } from '@tabler/icons-react';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { isError } from '../../api/api-error';
import { call } from '../../api/call';
import { useText } from '../../i18n/use-text';
import { LinkButton } from '../../ui/links';
import { accountQuery, useAccount } from './account.queries';
import { BrokenLink } from './BrokenLink';
import { forgetEmailChange } from './email-change';
import { LinkAsk, LinkFailure, LinkPending } from './LinkProgress';
import { addressIn, type MailLink } from './mail-link';
import { OutcomeCard } from './OutcomeCard';
import { type LinkAction, useLinkAction } from './use-link-action';

const confirm: LinkAction = async (link, queryClient) => {
  const { queryKey } = accountQuery();
  try {
    await call(accountEndpoints.confirmEmail, { body: link });
  } catch (error) {
    // The session has ended; the page's guard leads to the login page and back.
    if (isError(error, 'account.unauthenticated')) queryClient.setQueryData(queryKey, null);
    throw error;
  }
  forgetEmailChange();
  await queryClient.invalidateQueries({ queryKey });
};

export function ConfirmPage({ token, email }: Partial<MailLink>) {
  if (!token || !email) return <BrokenLink actions={<ToProfile />} />;
  return <Confirm link={{ token, email }} />;
}

function ToProfile() {
  const t = useText('account');
  return <LinkButton to="/account/profile">{t('account.confirm.toProfile')}</LinkButton>;
}

function Confirm({ link }: { link: MailLink }) {
  const t = useText('account');
  const account = useAccount();
  const { outcome, run } = useLinkAction(confirm, link);
  const email = addressIn(link);
  if (outcome.status === 'idle') {
    return (
      <LinkAsk
        title={t('account.confirm.askTitle')}
        text={t('account.confirm.askText', { email: email ?? '' })}
        action={t('account.confirm.ask')}
        onRun={run}
      />
    );
  }
  if (outcome.status === 'pending') return <LinkPending title={t('account.confirm.pending')} email={email} />;
  // When the link is opened twice, the change has already happened.
  const isDone = email !== null && account?.email?.toLowerCase() === email.toLowerCase();
  if (outcome.status === 'failed' && !isDone) {
    return (
      <LinkFailure
        title={t('account.link.failed')}
        error={outcome.error}
        onRetry={run}
        hint={t('account.confirm.whose', { name: account?.userName ?? '' })}
        actions={<ToProfile />}
      />
    );
  }
  return (
    <OutcomeCard
      icon={<IconCircleCheck size={28} />}
      tone="good"
      title={t('account.confirm.doneTitle')}
      actions={<ToProfile />}
    >
      <p>{t('account.confirm.doneText', { email: email ?? account?.email ?? '' })}</p>
    </OutcomeCard>
  );
}
