import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { type FlagMatch, flagMatches } from '@vexil/db/enums/challenge';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { CancelButton, FormModal } from '../../ui/FormModal';
import { useAddFlags } from './flag.queries';

type RuleDialogProps = { gameId: number; challengeId: number; opened: boolean; onClose: () => void };

const empty = { match: 'IgnoreCase' as FlagMatch, flag: '', example: '', canary: false };
const text = { classNames: { input: 'mono' }, autoComplete: 'off', spellCheck: false } as const;

/** A flag that is compared otherwise than as it is, or a canary. */
export default function RuleDialog({ gameId, challengeId, opened, onClose }: RuleDialogProps) {
  const t = useText('flag');
  const add = useAddFlags(gameId, challengeId);
  const [values, setValues] = useState(empty);
  const set = (changed: Partial<typeof empty>) => setValues((before) => ({ ...before, ...changed }));
  const { match, flag, example, canary } = values;
  const isPattern = match === 'Regex';
  const close = () => {
    setValues(empty);
    add.reset();
    onClose();
  };
  const submit = () =>
    add.mutate([{ flag: flag.trim(), match, canary, ...(isPattern ? { example: example.trim() } : {}) }], {
      onSuccess: close,
    });
  return (
    <FormModal
      opened={opened}
      onClose={close}
      unsaved={flag !== '' || example !== ''}
      saving={add.isPending}
      title={t('flag.rule.add')}
    >
      <div className="grid gap-12">
        <NativeSelect
          label={t('flag.rule.match')}
          data={flagMatches.map((value) => ({ value, label: t(`flag.rule.${value}`) }))}
          value={match}
          onChange={({ currentTarget }) => set({ match: currentTarget.value as FlagMatch })}
        />
        <TextInput
          {...text}
          label={t(isPattern ? 'flag.rule.pattern' : 'flag.rule.flag')}
          description={isPattern ? t('flag.rule.patternHelp') : undefined}
          placeholder={isPattern ? 'flag\\{(one|two)\\}' : 'flag{…}'}
          value={flag}
          data-autofocus
          onChange={({ currentTarget }) => set({ flag: currentTarget.value })}
        />
        {isPattern && (
          <TextInput
            {...text}
            label={t('flag.rule.example')}
            description={t('flag.rule.exampleHelp')}
            value={example}
            onChange={({ currentTarget }) => set({ example: currentTarget.value })}
          />
        )}
        <Switch
          label={t('flag.rule.canary')}
          description={t('flag.rule.canaryHelp')}
          checked={canary}
          onChange={({ currentTarget }) => set({ canary: currentTarget.checked })}
        />
      </div>
      <FailureAlert mt="md" error={add.error} />
      <div className="row wrap end gap-8 above-20">
        <CancelButton />
        <Button
          onClick={submit}
          loading={add.isPending}
          disabled={flag.trim() === '' || (isPattern && example.trim() === '')}
        >
          {t('flag.rule.add')}
        </Button>
      </div>
    </FormModal>
  );
}
