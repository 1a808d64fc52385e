import { Button, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { fieldErrors } from '../../api/field-errors';
import { useText } from '../../i18n/use-text';
import { codeField } from '../../ui/code-field';
import { FailureAlert } from '../../ui/FailureAlert';
import { LeaveGuard } from '../../ui/LeaveGuard';
import classes from './Solver.module.css';
import { type ChallengeSolver, type SolverSettings, useSolver } from './solver.queries';

const none: SolverSettings = {
  image: '',
  command: [],
  script: '',
  timeoutSeconds: 120,
  everyMinutes: 0,
  showStatus: false,
};

type SolverFormProps = { gameId: number; challengeId: number; loaded: ChallengeSolver };

/** Saved by itself: the challenge's other fields do not depend on it. */
export function SolverForm({ gameId, challengeId, loaded }: SolverFormProps) {
  const t = useText('solver');
  const { save, check } = useSolver(gameId, challengeId);
  const stored = loaded.solver ?? none;
  const [values, setValues] = useState(stored);
  const [command, setCommand] = useState(stored.command.join('\n'));
  const wanted = { ...values, command: command.split('\n').filter((part) => part !== '') };
  const isChanged = JSON.stringify(wanted) !== JSON.stringify(stored);
  const isRunning = loaded.checks.some(({ result }) => result === 'running');
  const set = (change: Partial<SolverSettings>) => setValues((before) => ({ ...before, ...change }));
  const errors = fieldErrors(save.error);
  const failure = save.error ?? check.error;
  const store = (then?: () => void) => save.mutate(wanted, { onSuccess: then });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check.reset();
    store();
  };
  const run = () => {
    save.reset();
    if (isChanged) store(() => check.mutate());
    else check.mutate();
  };
  return (
    <form className="stack gap-12" onSubmit={submit}>
      <TextInput
        label={t('solver.field.image')}
        error={errors['solver.image']}
        value={values.image}
        onChange={(event) => set({ image: event.currentTarget.value })}
        placeholder="registry.example.org/team/solver:1"
        required
        maxLength={512}
        {...codeField}
      />
      <div className={classes.pair}>
        <Textarea
          label={t('solver.field.command')}
          description={t('solver.hint.command')}
          error={errors['solver.command']}
          value={command}
          onChange={(event) => setCommand(event.currentTarget.value)}
          placeholder={'python3\n-c'}
          minRows={2}
          maxRows={6}
          {...codeField}
        />
        <Textarea
          label={t('solver.field.script')}
          description={t('solver.hint.script')}
          error={errors['solver.script']}
          value={values.script}
          onChange={(event) => set({ script: event.currentTarget.value })}
          placeholder={'echo "GET /flag" | nc $HOST $PORT'}
          minRows={2}
          maxRows={16}
          {...codeField}
        />
      </div>
      <div className={classes.pair}>
        <NumberInput
          label={t('solver.field.timeoutSeconds')}
          description={t('solver.hint.timeoutSeconds')}
          error={errors['solver.timeoutSeconds']}
          value={values.timeoutSeconds}
          onChange={(value) => set({ timeoutSeconds: Number(value) })}
          suffix={` ${t('ui.unit.seconds')}`}
          min={5}
          max={1800}
          clampBehavior="blur"
        />
        <NumberInput
          label={t('solver.field.everyMinutes')}
          description={t('solver.hint.everyMinutes')}
          error={errors['solver.everyMinutes']}
          value={values.everyMinutes}
          onChange={(value) => set({ everyMinutes: Number(value) })}
          suffix={` ${t('ui.unit.minutes')}`}
          min={0}
          max={1440}
          clampBehavior="blur"
          step={5}
        />
      </div>
      <Switch
        label={t('solver.field.showStatus')}
        description={t('solver.hint.showStatus')}
        checked={values.showStatus}
        onChange={(event) => set({ showStatus: event.currentTarget.checked })}
      />
      <FailureAlert error={failure} />
      <LeaveGuard active={isChanged} saving={save.isPending} />
      <div className="flex wrap gap-8">
        <Button type="submit" disabled={!isChanged || values.image.trim() === ''} loading={save.isPending}>
          {t('solver.save')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlayerPlay />}
          disabled={values.image.trim() === ''}
          loading={check.isPending || isRunning}
          onClick={run}
        >
          {t(isChanged ? 'solver.saveAndCheck' : 'solver.check')}
        </Button>
        {loaded.solver && (
          <Button variant="default" leftSection={<IconTrash />} onClick={() => save.mutate(null)}>
            {t('solver.remove')}
          </Button>
        )}
      </div>
    </form>
  );
}
