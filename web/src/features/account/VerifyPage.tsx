import { IconCircleCheck } from '@tabler/icons-react';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { isError } from '../../api/api-error';
import { call } from '../../api/call';
import { useText } from '../../i18n/use-text';
import { LinkAnchor, LinkButton } from '../../ui/links';
import { accountQuery, forgetPerson, useAccount } from './account.queries';
import { BrokenLink } from './BrokenLink';
import { LinkFailure, LinkPending } from './LinkProgress';
import { addressIn, type MailLink } from './mail-link';
import { OutcomeCard } from './OutcomeCard';
import { type LinkDeed, useLinkDeed } from './use-link-deed';

const verify: LinkDeed = async (link, queryClient) => {
  await call(accountEndpoints.verify, { body: link });
  // The link has signed in, perhaps in the place of somebody else.
  await queryClient.fetchQuery({ ...accountQuery(), staleTime: 0 });
  forgetPerson(queryClient);
};

const good = <IconCircleCheck size={28} stroke={1.75} />;

/** Where the link in the mail to a new account leads. */
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
  const { outcome, retry } = useLinkDeed(verify, link);
  const address = addressIn(link);
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
  return <LinkFailure title={t('account.link.failed')} error={outcome.error} onRetry={retry} actions={<NewLink />} />;
}
