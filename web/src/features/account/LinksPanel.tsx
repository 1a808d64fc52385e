import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Provider } from '@vexil/contract/sign-in';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { OnDemandConfirm } from '../../ui/OnDemandConfirm';
import { Panel } from '../../ui/Panel';
import { ProviderIcon } from '../../ui/ProviderIcon';
import { QueryState } from '../../ui/QueryState';
import { RelativeTime, Time } from '../../ui/Time';
import { toastError } from '../../ui/toast';
import ownClasses from './Factors.module.css';
import classes from './SessionsPanel.module.css';
import { linkQuery, providersQuery, useBeginSignIn, useUnlink } from './sign-in.queries';
import { problemText } from './sign-in-problem';

/** The providers that sign in to the account, and those that could. */
export function LinksPanel({ problem }: { problem: string | undefined }) {
  const t = useText('sign-in');
  const { data: providers = [] } = useQuery(providersQuery());
  const failure = problemText(problem);
  if (providers.length === 0) return null;
  return (
    <Panel id="links" title={t('sign-in.links.title')}>
      <FailureAlert>{failure && t(failure)}</FailureAlert>
      <ul className={classes.list}>
        {providers.map((provider) => (
          <LinkRow key={provider.id} provider={provider} />
        ))}
      </ul>
    </Panel>
  );
}

function LinkRow({ provider: { id, name, icon } }: { provider: Provider }) {
  const t = useText('sign-in');
  const query = useQuery(linkQuery(id));
  const begin = useBeginSignIn();
  const unlink = useUnlink(id);
  const [asking, setAsking] = useState(false);
  const link = query.data?.link;
  const onError = (error: unknown) => toastError(error);
  return (
    <li className={`${classes.row} wrap`}>
      <ProviderIcon name={icon} />
      <div className={`${ownClasses.words} column shrinks`}>
        <span className="semibold anywhere">{name}</span>
        <QueryState query={query} pending={null} />
        {link && (
          <span className={classes.facts}>
            <span>{link.label}</span>
            <span>
              {t('sign-in.links.since')} <Time at={link.createdAt} format="short" />
            </span>
            {link.lastUsedAt !== null && (
              <span>
                {t('sign-in.links.used')} <RelativeTime at={link.lastUsedAt} />
              </span>
            )}
          </span>
        )}
      </div>
      {query.data && !link && (
        <Button
          variant="default"
          size="xs"
          loading={begin.isPending}
          aria-label={t('sign-in.links.addOf', { name })}
          onClick={() => begin.mutate({ id, from: '/account/profile', link: true }, { onError })}
        >
          {t('sign-in.links.add')}
        </Button>
      )}
      {link && (
        <Button
          variant="default"
          size="xs"
          aria-label={t('sign-in.links.removeOf', { name })}
          onClick={() => setAsking(true)}
        >
          {t('sign-in.links.remove')}
        </Button>
      )}
      <OnDemandConfirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('sign-in.links.removeOf', { name })}
        confirmLabel={t('sign-in.links.remove')}
        danger
        onConfirm={() => unlink.mutateAsync()}
      >
        {t('sign-in.links.removeText', { name })}
      </OnDemandConfirm>
    </li>
  );
}
