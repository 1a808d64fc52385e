import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { VersionedSettings } from '@vexil/contract/config-info';
import { providersMax } from '@vexil/contract/sign-in.limits';
import { lazy, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { OnDemandDialog } from '../../ui/OnDemand';
import { OnDemandConfirm } from '../../ui/OnDemandConfirm';
import { Panel } from '../../ui/Panel';
import { ProviderIcon } from '../../ui/ProviderIcon';
import { useUpdateSettings } from './config-admin.queries';
import classes from './Settings.module.css';

const ProviderDialog = lazy(() => import('./ProviderDialog'));

type Settings = Pick<VersionedSettings, 'signInProviders' | 'version'>;
type ProvidersSectionProps = { settings: Settings; id: string; title: string };

/** Each change is saved at once. */
export function ProvidersSection({ settings, id, title }: ProvidersSectionProps) {
  const t = useText('sign-in');
  const { signInProviders: providers } = settings;
  const [edited, setEdited] = useState<string | null>();
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <p className={classes.help}>{t('sign-in.settings.help')}</p>
        <ul className={classes.stack}>
          {providers.map((provider) => (
            <ProviderRow
              key={provider.id}
              settings={settings}
              provider={provider}
              onEdit={() => setEdited(provider.id)}
            />
          ))}
        </ul>
        {providers.length < providersMax && (
          <div>
            <Button variant="default" size="xs" leftSection={<IconPlus size={16} />} onClick={() => setEdited(null)}>
              {t('sign-in.settings.add')}
            </Button>
          </div>
        )}
      </div>
      <OnDemandDialog
        key={edited ?? 'new'}
        dialog={ProviderDialog}
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        settings={settings}
        provider={providers.find((one) => one.id === edited)}
      />
    </Panel>
  );
}

type ProviderRowProps = { settings: Settings; provider: Settings['signInProviders'][number]; onEdit: () => void };

function ProviderRow({ settings, provider: { id, name, icon, issuer, isEnabled }, onEdit }: ProviderRowProps) {
  const t = useText('sign-in');
  const update = useUpdateSettings();
  const [asking, setAsking] = useState(false);
  const { signInProviders, version } = settings;
  const remove = () => update.mutateAsync({ signInProviders: signInProviders.filter((one) => one.id !== id), version });
  return (
    <li className="row wrap gap-12">
      <ProviderIcon name={icon} />
      <div className="column shrinks grow">
        <span className="semibold anywhere">{name}</span>
        <span className="dimmed text-13 anywhere">
          {issuer}
          {!isEnabled && ` · ${t('sign-in.settings.off')}`}
        </span>
      </div>
      <Button variant="default" size="xs" aria-label={t('sign-in.settings.editOf', { name })} onClick={onEdit}>
        {t('sign-in.settings.edit')}
      </Button>
      <Button
        variant="default"
        size="xs"
        aria-label={t('sign-in.settings.removeOf', { name })}
        onClick={() => setAsking(true)}
      >
        {t('sign-in.settings.remove')}
      </Button>
      <OnDemandConfirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('sign-in.settings.removeOf', { name })}
        confirmLabel={t('sign-in.settings.remove')}
        danger
        onConfirm={remove}
      >
        {t('sign-in.settings.removeText')}
      </OnDemandConfirm>
    </li>
  );
}
