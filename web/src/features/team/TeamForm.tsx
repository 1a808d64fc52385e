import { Button, Textarea, TextInput } from '@mantine/core';
import { type Team, TeamUpdateBody } from '@vexil/contract/team';
import { teamBioLengthMax, teamNameLengthMax } from '@vexil/contract/team.limits';
import { useEffect } from 'react';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { useForm } from '../../ui/use-form';
import classes from './TeamDrawer.module.css';
import { useTeamActions } from './team.queries';

type Values = { name: string; bio: string };

const bodyOf = (changed: Partial<Values>) => ({
  ...(changed.name !== undefined && { name: changed.name.trim() }),
  ...(changed.bio !== undefined && { bio: changed.bio.trim() || null }),
});

export function TeamForm({ team, onDirty }: { team: Team; onDirty: (dirty: boolean) => void }) {
  const t = useText('team');
  const { update } = useTeamActions(team.id);
  const form = useForm<Values, ReturnType<typeof bodyOf>>({
    base: { name: team.name ?? '', bio: team.bio ?? '' },
    labels: { name: t('team.field.name'), bio: t('team.field.bio') },
    bodyOf,
    schema: TeamUpdateBody,
    check: ({ name }) => ({ name: name.trim() === '' ? t('ui.invalid.required') : null }),
    save: update,
  });
  const dirty = form.changed.length > 0;
  useEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);
  return (
    <form className="column gap-12" onSubmit={form.onSubmit} noValidate>
      <TextInput
        description={t('team.field.nameHint', { count: teamNameLengthMax })}
        autoComplete="off"
        {...form.text('name')}
      />
      <Textarea description={t('team.field.bioHint', { count: teamBioLengthMax })} minRows={2} {...form.text('bio')} />
      <FailureAlert>{form.failure}</FailureAlert>
      {dirty && (
        <div className={classes.bar}>
          <p role="status">
            <strong>{t('ui.form.unsaved')}</strong> {form.changes.join(', ')}
          </p>
          <Button variant="default" onClick={form.discard} disabled={form.saving}>
            {t('ui.form.discard')}
          </Button>
          <Button type="submit" loading={form.saving}>
            {t('ui.form.save')}
          </Button>
        </div>
      )}
    </form>
  );
}
