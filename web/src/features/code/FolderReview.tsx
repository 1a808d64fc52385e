import { Alert, Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Allowance, Plan, PlanChange } from '@vexil/contract/plan';
import { reasonLengthMax } from '@vexil/contract/reason.limits';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { Fold } from '../../ui/Fold';
import { formatBytes } from '../../ui/format-bytes';
import { Panel } from '../../ui/Panel';
import { Remarks } from '../../ui/Remarks';
import { toastSuccess } from '../../ui/toast';
import { applyPlan, type FolderPlan, type PlanChoices, sendMissing } from './folder-plan';
import { PlanFields } from './PlanFields';
import { PlanImages } from './PlanImages';

type FolderReviewProps = { gameId: number; found: FolderPlan; onAgain: () => void };

/** What the folder would change: the sum, what is wrong or lost, then each change. */
export function FolderReview({ gameId, found, onAgain }: FolderReviewProps) {
  const t = useText('code');
  const { folder, read, plan } = found;
  const { problems, losses } = read;
  return (
    <Panel
      title={t('code.read', { name: folder.name, format: read.format })}
      actions={
        <Button variant="default" onClick={onAgain}>
          {t('code.again')}
        </Button>
      }
    >
      <div className="grid gap-16">
        {problems.length > 0 && (
          <Alert color="red" role="alert" title={t('code.problems', { count: problems.length })}>
            <p>{t('code.problemsHelp')}</p>
            <Remarks remarks={problems} />
          </Alert>
        )}
        {losses.length > 0 && (
          <Fold title={t('code.losses', { count: losses.length })} wanted={problems.length === 0}>
            <Remarks remarks={losses} />
          </Fold>
        )}
        {plan && <PlanImages gameId={gameId} planId={plan.id} found={found} />}
        {plan && <Changes gameId={gameId} found={found} plan={plan} onDone={onAgain} />}
      </div>
    </Panel>
  );
}

type ChangesProps = { gameId: number; found: FolderPlan; plan: Plan; onDone: () => void };

function placeOf({ read, lineOf }: FolderPlan, { key, path, problem }: PlanChange): string {
  const of = key === '' ? read.game : read.challenges.find((one) => one.key === key);
  return [path, lineOf(of, problem?.field ?? '')].filter(Boolean).join(':');
}

const isConflict = ({ fields }: PlanChange) => fields.some(({ changedIn }) => changedIn !== 'Folder');
type Side = 'Folder' | 'Browser';

function Changes({ gameId, found, plan, onDone }: ChangesProps) {
  const t = useText('code');
  const queryClient = useQueryClient();
  const [allow, setAllow] = useState<Allowance[]>([]);
  const [reason, setReason] = useState('');
  const [sides, setSides] = useState<Record<string, Side>>({});
  const [sending, setSending] = useState<string>();
  const { changes, missingFiles } = plan;
  const needs = [...new Set(changes.flatMap((change) => change.needs))];
  const conflicts = changes.filter(isConflict);
  const isOpen = conflicts.some(({ key }) => !sides[key]);
  const asksReason = needs.includes('divisions');
  const isAllowed = needs.every((need) => allow.includes(need)) && (!asksReason || reason.trim() !== '');
  const isRefused = changes.some(({ problem }) => problem) || !isAllowed;
  const applying = useMutation({
    mutationFn: async () => {
      await sendMissing(gameId, found, setSending);
      setSending(undefined);
      const choices: PlanChoices['choices'] = Object.entries(sides).map(([key, take]) => ({ key, take }));
      await applyPlan(gameId, plan.id, { allow, choices, ...(asksReason ? { reason } : {}) });
    },
    onSuccess: async () => {
      toastSuccess(t('code.applied'));
      await queryClient.invalidateQueries();
      onDone();
    },
    onSettled: () => setSending(undefined),
  });
  if (changes.length === 0) return <p>{t('code.nothing')}</p>;
  const of = (...kinds: PlanChange['kind'][]) => changes.filter(({ kind }) => kinds.includes(kind)).length;
  const size = formatBytes(missingFiles.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  return (
    <>
      <p>
        {t('code.sum', {
          added: of('Add'),
          changed: of('Change', 'Replace'),
          removed: of('Remove'),
          unchanged: plan.unchanged,
        })}
        {missingFiles.length > 0 && ` · ${t('code.files', { count: missingFiles.length, size })}`}
      </p>
      {changes.map((change) => (
        <Change
          key={change.key}
          change={change}
          place={placeOf(found, change)}
          side={sides[change.key]}
          onSide={(side) => setSides({ ...sides, [change.key]: side })}
        />
      ))}
      {needs.length > 0 && <Allowances needs={needs} allow={allow} onAllow={setAllow} />}
      {asksReason && (
        <TextInput
          label={t('code.reason')}
          value={reason}
          maxLength={reasonLengthMax}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <FailureAlert error={applying.error} />
      <div className="row wrap gap-12">
        <Button loading={applying.isPending} disabled={isOpen || isRefused} onClick={() => applying.mutate()}>
          {t('code.apply')}
        </Button>
        <span role="status" className="dimmed text-13">
          {sending ? t('code.sending', { name: sending }) : isOpen && t('code.undecided')}
        </span>
      </div>
    </>
  );
}

type AllowancesProps = { needs: Allowance[]; allow: Allowance[]; onAllow: (allow: Allowance[]) => void };

function Allowances({ needs, allow, onAllow }: AllowancesProps) {
  const t = useText('code');
  return (
    <Checkbox.Group
      label={t('code.running')}
      value={allow}
      onChange={(values) => onAllow(needs.filter((need) => values.includes(need)))}
    >
      <div className="grid gap-8">
        {needs.map((need) => (
          <Checkbox key={need} value={need} label={t(`code.allow.${need}`)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

type ChangeProps = { change: PlanChange; place: string; side: Side | undefined; onSide: (side: Side) => void };

function Change({ change, place, side, onSide }: ChangeProps) {
  const t = useText('code');
  const { title, key, kind, fields, problem } = change;
  const name = key === '' ? t('code.game') : title;
  return (
    <section className="grid gap-8" aria-label={name}>
      <h3>
        {name} <span className="dimmed text-13">{[t(`code.kind.${kind}`), key].filter(Boolean).join(' · ')}</span>
      </h3>
      {problem && (
        <Alert color="red" role="alert">
          {[place, problem.field, problem.message].filter(Boolean).join(': ')}
        </Alert>
      )}
      {fields.length > 0 && <PlanFields label={name} isGame={key === ''} fields={fields} />}
      {isConflict(change) && (
        <div className="row wrap gap-8-12">
          <span>{t('code.choose', { title: name })}</span>
          <SegmentedControl
            aria-label={t('code.choose', { title: name })}
            value={side ?? ''}
            onChange={(value) => onSide(value as Side)}
            data={(['Folder', 'Browser'] as const).map((value) => ({ value, label: t(`code.take.${value}`) }))}
          />
        </div>
      )}
    </section>
  );
}
