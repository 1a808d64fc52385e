import { Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { MomentField } from '../../ui/MomentField';
import classes from './Notices.module.css';
import { challengesQuery } from './notice-edit.queries';

export type NoticeOptionValues = { pinned: boolean; challengeId: number | null; scheduledUtc: number | null };

type NoticeOptionsProps = {
  gameId: number;
  values: NoticeOptionValues;
  onChange: <Name extends keyof NoticeOptionValues>(name: Name, value: NoticeOptionValues[Name]) => void;
  /** A published notice can no longer be planned. */
  canPlan: boolean;
  errors?: Partial<Record<keyof NoticeOptionValues, ReactNode>>;
};

export function NoticeOptions({ gameId, values, onChange, canPlan, errors = {} }: NoticeOptionsProps) {
  const t = useText('notice-edit');
  const challenges = useQuery(challengesQuery(gameId)).data ?? [];
  return (
    <div className={classes.options}>
      <Select
        label={t('notice-edit.option.challenge')}
        placeholder={t('notice-edit.option.noChallenge')}
        clearable
        searchable
        error={errors.challengeId}
        value={values.challengeId === null ? null : String(values.challengeId)}
        onChange={(value) => onChange('challengeId', value === null ? null : Number(value))}
        data={challenges.map(({ id, title }) => ({ value: String(id), label: title }))}
      />
      {canPlan && (
        <MomentField
          label={t('notice-edit.option.schedule')}
          empty={t('notice-edit.option.now')}
          error={errors.scheduledUtc}
          value={values.scheduledUtc}
          onChange={(at) => onChange('scheduledUtc', at)}
        />
      )}
      <Switch
        className={classes.pin}
        label={t('notice-edit.option.pin')}
        description={t('notice-edit.option.pinHelp')}
        checked={values.pinned}
        onChange={(event) => onChange('pinned', event.currentTarget.checked)}
      />
    </div>
  );
}
