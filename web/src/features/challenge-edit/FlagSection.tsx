import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { codeField } from '../../ui/code-field';
import { Panel } from '../../ui/Panel';
import type { ChallengeForm } from './challenge-form';

type FlagSectionProps = { form: ChallengeForm; id: string; title: string; more: ReactNode };

/** The only flag of a challenge that has it for all teams. */
export function FlagSection({ form, id, title, more }: FlagSectionProps) {
  const t = useText('challenge-edit');
  return (
    <Panel id={id} title={title} actions={more} dense>
      <TextInput
        {...form.text('flag')}
        description={t('challenge-edit.help.flag')}
        {...codeField}
        placeholder="flag{…}"
      />
    </Panel>
  );
}
