import { NumberInput } from '@mantine/core';
import { useText } from '../../i18n/use-text';
import { MomentField } from '../../ui/MomentField';
import { Panel } from '../../ui/Panel';
import classes from './ChallengeEditor.module.css';
import type { ChallengeForm } from './challenge-form';

type SubmissionsSectionProps = { form: ChallengeForm; isEnabled: boolean; id: string; title: string };

export function SubmissionsSection({ form, isEnabled, id, title }: SubmissionsSectionProps) {
  const t = useText('challenge-edit');
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.times}>
        <div className={classes.stack}>
          <MomentField
            {...form.field('releaseUtc')}
            disabled={isEnabled}
            empty={t(isEnabled ? 'challenge-edit.help.released' : 'challenge-edit.help.noRelease')}
          />
          <MomentField {...form.field('deadlineUtc')} empty={t('challenge-edit.help.noDeadline')} />
        </div>
        <NumberInput
          {...form.field('submissionLimit')}
          classNames={{ root: classes.attempts, wrapper: classes.attemptsInput }}
          description={t('challenge-edit.help.submissionLimit')}
          min={0}
          max={10_000}
        />
      </div>
    </Panel>
  );
}
