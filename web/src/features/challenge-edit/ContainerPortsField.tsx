import { ActionIcon, Button, Input, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { codeField } from '../../ui/code-field';
import classes from './ChallengeEditor.module.css';
import type { ChallengeForm } from './challenge-form';
import type { PortDraft } from './container-options-form';

const kinds = [
  { value: 'tcp', label: 'TCP' },
  { value: 'http', label: 'HTTP' },
];

export function ContainerPortsField({ form }: { form: ChallengeForm }) {
  const t = useText('challenge-edit');
  const { label, value: ports, error } = form.field('ports');
  const put = (at: number, change: Partial<PortDraft>) =>
    form.set(
      'ports',
      ports.map((port, index) => (index === at ? { ...port, ...change } : port)),
    );
  return (
    <Input.Wrapper label={label} error={error} labelElement="div">
      <p className="below-8 dimmed text-12">{t('challenge-edit.options.portsHelp')}</p>
      <div className={classes.stack}>
        {ports.map(({ name, port, kind }, index) => {
          const number = index + 1;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and their fields have no state
            <div key={index} className={classes.portRow}>
              <TextInput
                aria-label={t('challenge-edit.options.portName', { number })}
                placeholder="admin"
                value={name}
                onChange={(event) => put(index, { name: event.currentTarget.value })}
                {...codeField}
              />
              <NumberInput
                aria-label={t('challenge-edit.options.portNumber', { number })}
                value={port}
                onChange={(value) => put(index, { port: value })}
                min={1}
                max={65_535}
                hideControls
              />
              <SegmentedControl
                aria-label={t('challenge-edit.options.portKind', { number })}
                value={kind}
                onChange={(value) => put(index, { kind: value as PortDraft['kind'] })}
                data={kinds}
              />
              <ActionIcon
                data-hint={t('challenge-edit.options.removePort', { number })}
                aria-label={t('challenge-edit.options.removePort', { number })}
                onClick={() =>
                  form.set(
                    'ports',
                    ports.filter((_, at) => at !== index),
                  )
                }
              >
                <IconTrash />
              </ActionIcon>
            </div>
          );
        })}
        <Button
          className={classes.add}
          variant="default"
          leftSection={<IconPlus />}
          onClick={() => form.set('ports', [...ports, { name: '', port: '', kind: 'tcp' }])}
        >
          {t('challenge-edit.options.addPort')}
        </Button>
      </div>
    </Input.Wrapper>
  );
}
