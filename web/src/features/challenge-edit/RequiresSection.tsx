import { MultiSelect, NumberInput, Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { Panel } from '../../ui/Panel';
import classes from './ChallengeEditor.module.css';
import { challengesQuery } from './challenge-edit.queries';
import type { ChallengeForm } from './challenge-form';

type RequiresSectionProps = { form: ChallengeForm; gameId: number; challengeId: number; id: string; title: string };

/** What teams solve before they see the challenge, and what comes after it. */
export function RequiresSection({ form, gameId, challengeId, id, title }: RequiresSectionProps) {
  const t = useText('challenge-edit');
  const { data: challenges = [] } = useQuery(challengesQuery(gameId));
  const others = challenges
    .filter((one) => one.id !== challengeId)
    .map((one) => ({ value: String(one.id), label: one.title }));
  const { requires } = form.values;
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <MultiSelect
          {...form.field('requires')}
          description={t('challenge-edit.help.requires')}
          data={others}
          searchable
          hidePickedOptions
        />
        {requires.length > 0 && (
          <>
            <NumberInput
              {...form.field('requiredCount')}
              description={t('challenge-edit.help.requiredCount')}
              min={1}
              max={requires.length}
              clampBehavior="none"
              allowDecimal={false}
            />
            <Switch {...form.toggle('lockedShown')} />
          </>
        )}
        <Select
          {...form.field('next')}
          description={t('challenge-edit.help.next')}
          data={others}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('challenge-edit.field.noNext') }}
        />
      </div>
    </Panel>
  );
}
