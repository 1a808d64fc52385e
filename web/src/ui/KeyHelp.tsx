import { Modal, Switch } from '@mantine/core';
import { Fragment } from 'react';
import { useText } from '../i18n/use-text';
import classes from './KeyHelp.module.css';
import { Keys } from './Keys';
import { setKeysEnabled, useKeyBindings, useKeysEnabled } from './keys';

/** The keys that work on this page, and the switch for them. */
export function KeyHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  const enabled = useKeysEnabled();
  const bindings = useKeyBindings();
  const groups = [...new Set(bindings.map((binding) => binding.group))];
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('ui.keys.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {groups.map((group) => (
        <Fragment key={group ?? ''}>
          <h3 className={classes.group}>{group ?? t('ui.keys.everywhere')}</h3>
          <dl className={classes.list}>
            {bindings
              .filter((binding) => binding.group === group)
              .map((binding) => (
                <div key={`${binding.keys} ${binding.label}`} className={classes.row}>
                  <dt>{binding.label}</dt>
                  <dd>
                    <Keys keys={binding.keys} />
                  </dd>
                </div>
              ))}
          </dl>
        </Fragment>
      ))}
      <Switch
        mt="lg"
        checked={enabled}
        onChange={(event) => setKeysEnabled(event.currentTarget.checked)}
        label={t('ui.keys.enabled')}
      />
    </Modal>
  );
}
