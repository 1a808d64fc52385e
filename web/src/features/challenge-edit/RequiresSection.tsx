import { MultiSelect, NumberInput, Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { Fold } from '../../ui/Fold';
import classes from './ChallengeEditor.module.css';
import { challengesQuery } from './challenge-edit.queries';
import type { ChallengeForm } from './challenge-form';

type RequiresSectionProps = { form: ChallengeForm; gameId: number; challengeId: number; id: string; title: string };

const fields = ['requires', 'requiredCount', 'lockedShown', 'next'] as const;

/** What teams solve before they see the challenge, and what comes after it. */
export function RequiresSection({ form, gameId, challengeId, id, title }: RequiresSectionProps) {
  const t = useText('challenge-edit');
  const { data: challenges = [] } = useQuery(challengesQuery(gameId));
  const others = challenges
    .filter((one) => one.id !== challengeId)
    .map((one) => ({ value: String(one.id), label: one.title }));
  const { requires, requiredCount, next } = form.values;
  const required = Number(requiredCount) || requires.length;
  const follower = others.find(({ value }) => value === next)?.label;
  const state = [
    ...(requires.length > 0 ? [t('challenge-edit.requires.state', { required, total: requires.length })] : []),
    ...(follower ? [`→ ${follower}`] : []),
  ];
  return (
    <div id={id}>
      <Fold
        title={title}
        note={state.join(' · ') || t('challenge-edit.requires.none')}
        wanted={fields.some((field) => form.errors[field] !== undefined)}
      >
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
      </Fold>
    </div>
  );
}
