import { Button } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Factor } from '@vexil/contract/factor';
import { lazy, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { OnDemandDialog } from '../../ui/OnDemand';
import { OnDemandConfirm } from '../../ui/OnDemandConfirm';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { RelativeTime, Time } from '../../ui/Time';
import { toastError } from '../../ui/toast';
import ownClasses from './Factors.module.css';
import { factorsQuery, useFactorActions } from './factor.queries';
import { findPasskeyRefusal } from './passkey';
import classes from './SessionsPanel.module.css';

const TotpDialog = lazy(() => import('./TotpDialog'));
const PasskeyDialog = lazy(() => import('./PasskeyDialog'));
const CodesDialog = lazy(() => import('./CodesDialog'));
const FactorNameDialog = lazy(() => import('./FactorNameDialog'));

/** What a sign-in asks for beside the password. */
export function FactorsPanel() {
  const t = useText('factor');
  const query = useQuery(factorsQuery());
  const { begin, renewCodes } = useFactorActions();
  const [setting, setSetting] = useState(false);
  const [addingPasskey, setAddingPasskey] = useState(false);
  const refusal = findPasskeyRefusal();
  const [showing, setShowing] = useState(false);
  const failed = { onError: (error: unknown) => toastError(error) };
  const { data } = query;
  const codes = data?.recoveryCodes ?? 0;
  return (
    <Panel
      id="factors"
      title={t('factor.title')}
      actions={
        <>
          {refusal === null && (
            <Button variant="default" size="xs" onClick={() => setAddingPasskey(true)}>
              {t('factor.passkey.add')}
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            loading={begin.isPending}
            onClick={() => begin.mutate(undefined, { ...failed, onSuccess: () => setSetting(true) })}
          >
            {t('factor.addApp')}
          </Button>
        </>
      }
    >
      <QueryState query={query} title={t('factor.failed')} pending={<ListSkeleton count={1} />} />
      {data?.factors.length === 0 && <p className="dimmed text-13">{t('factor.none')}</p>}
      {data && data.factors.length > 0 && (
        <>
          <ul className={classes.list}>
            {data.factors.map((factor) => (
              <FactorRow key={factor.id} factor={factor} isLast={data.factors.length === 1} />
            ))}
          </ul>
          <div className="row wrap gap-8 between">
            <p className="dimmed text-13">{t('factor.codes.left', { left: codes })}</p>
            <Button
              variant="default"
              size="xs"
              loading={renewCodes.isPending}
              onClick={() => renewCodes.mutate(undefined, { ...failed, onSuccess: () => setShowing(true) })}
            >
              {t('factor.codes.renew')}
            </Button>
          </div>
        </>
      )}
      {refusal && <p className="dimmed text-13">{t(`factor.passkey.${refusal}`)}</p>}
      <OnDemandDialog dialog={PasskeyDialog} opened={addingPasskey} onClose={() => setAddingPasskey(false)} />
      {begin.data && (
        <OnDemandDialog
          key={begin.data.setup}
          dialog={TotpDialog}
          opened={setting}
          onClose={() => setSetting(false)}
          setup={begin.data}
        />
      )}
      {renewCodes.data && (
        <OnDemandDialog
          dialog={CodesDialog}
          opened={showing}
          onClose={() => setShowing(false)}
          codes={renewCodes.data.recoveryCodes}
        />
      )}
    </Panel>
  );
}

function FactorRow({ factor, isLast }: { factor: Factor; isLast: boolean }) {
  const t = useText('factor');
  const { remove } = useFactorActions();
  const [naming, setNaming] = useState(false);
  const [asking, setAsking] = useState(false);
  const { id, kind, name, createdAt, lastUsedAt } = factor;
  const Icon = kind === 'passkey' ? IconFingerprint : IconDeviceMobile;
  const removal = kind === 'passkey' ? 'factor.passkey.removed' : 'factor.remove.text';
  return (
    <li className={`${classes.row} wrap`}>
      <Icon size={20} aria-hidden className="dimmed rigid" />
      <div className={`${ownClasses.words} column shrinks`}>
        <span className="semibold anywhere">{name}</span>
        <span className={classes.facts}>
          <span>
            {t('factor.since')} <Time at={createdAt} format="short" />
          </span>
          {lastUsedAt !== null && (
            <span>
              {t('factor.used')} <RelativeTime at={lastUsedAt} />
            </span>
          )}
        </span>
      </div>
      <Button variant="default" size="xs" aria-label={t('factor.name.of', { name })} onClick={() => setNaming(true)}>
        {t('factor.name.rename')}
      </Button>
      <Button variant="default" size="xs" aria-label={t('factor.remove.of', { name })} onClick={() => setAsking(true)}>
        {t('factor.remove.remove')}
      </Button>
      <OnDemandDialog dialog={FactorNameDialog} opened={naming} onClose={() => setNaming(false)} factor={factor} />
      <OnDemandConfirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('factor.remove.title', { name })}
        confirmLabel={t('factor.remove.remove')}
        danger
        onConfirm={() => remove.mutateAsync(id)}
      >
        {t(isLast ? 'factor.remove.last' : removal)}
      </OnDemandConfirm>
    </li>
  );
}
