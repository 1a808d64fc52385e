import type { ChallengeEdit, ChallengeInfo } from '@vexil/contract/challenge';
import type { ScoreCurveKind } from '@vexil/db/enums/challenge';
import { type FormEvent, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { DialogActions } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { toastError } from '../../ui/toast';
import { useUnsaved } from '../../ui/unsaved';
import { CurveFields } from './CurveFields';
import { useReadChallenges } from './challenge-edit.queries';
import type { BulkChange } from './use-bulk-change';

type ScoreFormProps = {
  gameId: number;
  onClose: () => void;
  selected: readonly ChallengeInfo[];
  change: BulkChange;
};

/** What is typed is so many times what is sent. */
const scaleOf = { originalScore: 1, minScoreRate: 100, difficulty: 1, minimumScore: 1, decay: 1 };

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
  const read = useReadChallenges(gameId);
  const [kind, setKind] = useState<ScoreCurveKind | ''>('');
  const [numbers, setNumbers] = useState<Partial<Record<keyof typeof scaleOf, number | string>>>({});
  const filled = Object.entries(numbers).filter(([, value]) => value !== '');
  const body = {
    ...(kind && { curve: kind }),
    ...Object.fromEntries(filled.map(([name, value]) => [name, Number(value) / scaleOf[name as keyof typeof scaleOf]])),
  };
  useUnsaved(Object.keys(body).length > 0);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The list does not say how each curve was before, which undoing needs.
    const before = await read(selected.map(({ id }) => id)).catch((error: unknown) => {
      toastError(error);
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
      <CurveFields
        kind={kind}
        onKind={setKind}
        keep={t('challenge-edit.bulk.curveKept')}
        field={(name) => ({
          value: numbers[name] ?? '',
          onChange: (value) => setNumbers({ ...numbers, [name]: value }),
        })}
      />
      <DialogActions
        submitLabel={t('challenge-edit.bulk.scoreSubmit', { count: selected.length })}
        disabled={Object.keys(body).length === 0}
      />
    </form>
  );
}

function curveOf(challenge: ChallengeEdit | undefined) {
  if (!challenge) return {};
  const { curve, originalScore, minScoreRate, difficulty, minimumScore, decay } = challenge;
  return { curve, originalScore, minScoreRate, difficulty, minimumScore, decay };
}
