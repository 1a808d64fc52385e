import { NumberInput } from '@mantine/core';
import type { ChallengeEdit, ChallengeInfo } from '@vexil/contract/challenge';
import { type FormEvent, useState } from 'react';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { DialogActions } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { toastFailure } from '../../ui/toast';
import { useUnsaved } from '../../ui/unsaved';
import { useReadChallenges } from './challenge-edit.queries';
import type { BulkChange } from './use-bulk-change';

type ScoreFormProps = {
  gameId: number;
  onClose: () => void;
  selected: readonly ChallengeInfo[];
  change: BulkChange;
};

/** Sets only what is filled in. */
export function ScoreDialog({ opened, ...props }: ScoreFormProps & { opened: boolean }) {
  const t = useText('challenge-edit');
  return (
    <FormModal
      opened={opened}
      onClose={props.onClose}
      title={t('challenge-edit.bulk.scoreTitle', { count: props.selected.length })}
    >
      <ScoreForm {...props} />
    </FormModal>
  );
}

function ScoreForm({ gameId, onClose, selected, change }: ScoreFormProps) {
  const t = useText('challenge-edit');
  const describe = useDescribeError();
  const read = useReadChallenges(gameId);
  const [original, setOriginal] = useState<number | string>('');
  const [share, setShare] = useState<number | string>('');
  const [difficulty, setDifficulty] = useState<number | string>('');
  const body = {
    ...(original !== '' && { originalScore: Number(original) }),
    ...(share !== '' && { minScoreRate: Number(share) / 100 }),
    ...(difficulty !== '' && { difficulty: Number(difficulty) }),
  };
  useUnsaved(Object.keys(body).length > 0);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The list does not say how each curve was before, which undoing needs.
    const before = await read(selected.map(({ id }) => id)).catch((error: unknown) => {
      toastFailure(describe(error));
      return undefined;
    });
    if (!before) return;
    onClose();
    const restore = ({ id }: ChallengeInfo) => curveOf(before.find((one) => one.id === id));
    await change.run(selected, () => body, restore);
  };
  return (
    <form className="grid gap-16" onSubmit={(event) => void submit(event)}>
      <p className="dimmed">{t('challenge-edit.bulk.scoreHelp')}</p>
      <NumberInput
        label={t('challenge-edit.field.originalScore')}
        value={original}
        onChange={setOriginal}
        min={0}
        max={1_000_000}
        step={50}
        allowDecimal={false}
        data-autofocus
      />
      <NumberInput
        label={t('challenge-edit.field.minScoreRate')}
        value={share}
        onChange={setShare}
        suffix=" %"
        min={0}
        max={100}
        step={5}
      />
      <NumberInput
        label={t('challenge-edit.field.difficulty')}
        value={difficulty}
        onChange={setDifficulty}
        min={0.1}
        max={10_000}
        step={1}
        decimalScale={2}
      />
      <DialogActions
        submitLabel={t('challenge-edit.bulk.scoreSubmit', { count: selected.length })}
        disabled={Object.keys(body).length === 0}
      />
    </form>
  );
}

const curveOf = (challenge: ChallengeEdit | undefined) =>
  challenge
    ? {
        originalScore: challenge.originalScore,
        minScoreRate: challenge.minScoreRate,
        difficulty: challenge.difficulty,
      }
    : {};
