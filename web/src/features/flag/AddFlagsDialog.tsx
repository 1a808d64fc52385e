import { Button, Textarea } from '@mantine/core';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { CancelButton, FormModal } from '../../ui/FormModal';
import classes from './Flags.module.css';
import { useAddFlags } from './flag.queries';
import { isHarmless, readFlagLines } from './flag-lines';
import { LineReport } from './LineReport';

type AddFlagsDialogProps = { gameId: number; challenge: ChallengeEdit; opened: boolean; onClose: () => void };

export function AddFlagsDialog({ gameId, challenge, opened, onClose }: AddFlagsDialogProps) {
  const t = useText('flag');
  const add = useAddFlags(gameId, challenge.id);
  const [text, setText] = useState('');
  const lines = readFlagLines(
    text,
    challenge.flags.map(({ flag }) => flag),
  );
  const good = lines.filter(({ problem }) => !problem);
  const blocked = lines.some(({ problem }) => problem && !isHarmless(problem));
  const close = () => {
    setText('');
    add.reset();
    onClose();
  };
  const submit = () =>
    add.mutate(
      good.map(({ flag }) => ({ flag })),
      {
        onSuccess: () => {
          close();
        },
      },
    );
  return (
    <FormModal
      opened={opened}
      onClose={close}
      unsaved={text.trim() !== ''}
      saving={add.isPending}
      size="lg"
      title={t('flag.shared.add')}
    >
      <Textarea
        label={t('flag.lines.label')}
        description={t('flag.lines.help')}
        classNames={{ input: classes.input }}
        placeholder={'flag{one}\nflag{two}'}
        minRows={6}
        maxRows={16}
        spellCheck={false}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {lines.length > 0 && <LineReport lines={lines} />}
      <FailureAlert mt="md" error={add.error} />
      <div className="row wrap end gap-8 above-20">
        <CancelButton />
        <Button onClick={submit} loading={add.isPending} disabled={blocked || good.length === 0}>
          {t('flag.lines.submit', { count: good.length })}
        </Button>
      </div>
    </FormModal>
  );
}
