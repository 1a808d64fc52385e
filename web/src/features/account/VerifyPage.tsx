import { IconCircleCheck } from '@tabler/icons-react';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { isError } from '../../api/api-error';
import { call } from '../../api/call';
import { useText } from '../../i18n/use-text';
import { LinkAnchor, LinkButton } from '../../ui/links';
import { accountQuery, clearAccountCache, useAccount } from './account.queries';
import { BrokenLink } from './BrokenLink';
import { LinkAsk, LinkFailure, LinkPending } from './LinkProgress';
import { addressIn, type MailLink } from './mail-link';
import { OutcomeCard } from './OutcomeCard';
import { type LinkAction, useLinkAction } from './use-link-action';

const verify: LinkAction = async (link, queryClient) => {
  await call(accountEndpoints.verify, { body: link });
  // The link signs in, possibly replacing another account.
  await queryClient.fetchQuery({ ...accountQuery(), staleTime: 0 });
  clearAccountCache(queryClient);
};

const good = <IconCircleCheck size={28} />;

export function VerifyPage({ token, email }: Partial<MailLink>) {
  if (!token || !email) return <BrokenLink actions={<NewLink />} />;
  return <Verify link={{ token, email }} />;
}

function NewLink() {
  const t = useText('account');
  return (
    <>
      <LinkButton to="/account/register">{t('account.verify.again')}</LinkButton>
      <LinkButton to="/account/login" variant="default">
        {t('account.verify.signIn')}
      </LinkButton>
    </>
  );
}

function Verify({ link }: { link: MailLink }) {
  const t = useText('account');
  const account = useAccount();
  const { outcome, run } = useLinkAction(verify, link);
  const address = addressIn(link);
  if (outcome.status === 'idle') {
    return (
      <LinkAsk
        title={t('account.verify.askTitle')}
        text={t('account.verify.askText', { email: address ?? '' })}
        action={t('account.verify.ask')}
        onRun={run}
      />
    );
  }
  if (outcome.status === 'pending') return <LinkPending title={t('account.verify.pending')} email={address} />;
  if (outcome.status === 'done') {
    return (
      <OutcomeCard
        icon={good}
        tone="good"
        title={t('account.verify.doneTitle')}
        actions={<LinkButton to="/games">{t('account.verify.games')}</LinkButton>}
      >
        <p>{t('account.verify.doneText', { email: address ?? '', name: account?.userName ?? '' })}</p>
        <p>
          {t('account.verify.notYou')} <LinkAnchor to="/account/recovery">{t('account.verify.ownPassword')}</LinkAnchor>
        </p>
      </OutcomeCard>
    );
  }
  if (isError(outcome.error, 'account.alreadyConfirmed')) {
    return (
      <OutcomeCard
        icon={good}
        tone="good"
        title={t('account.verify.knownTitle')}
        actions={
          account ? (
            <LinkButton to="/games">{t('account.verify.games')}</LinkButton>
          ) : (
            <LinkButton to="/account/login">{t('account.verify.signIn')}</LinkButton>
          )
        }
      >
        <p>{t('account.verify.knownText', { email: address ?? '' })}</p>
      </OutcomeCard>
    );
  }
  return <LinkFailure title={t('account.link.failed')} error={outcome.error} onRetry={run} actions={<NewLink />} />;
}
