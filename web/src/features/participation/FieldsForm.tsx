import { Button } from '@mantine/core';
import type { DetailedGame } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { OwnFields } from '../../ui/OwnFields';
import { answersOf, answersTo, fieldsProblem } from '../../ui/own-fields';
import { Panel } from '../../ui/Panel';
import { useForm } from '../../ui/use-form';
import { useAnswerFields } from './join.queries';

type FieldsFormProps = {
  game: Pick<DetailedGame, 'id' | 'fields' | 'fieldValues'>;
  /** In place of the pages of a joined game that asks for more. */
  isDue?: boolean;
};

/** What a game asks of its participants, until it ends. */
export default function FieldsForm({ game, isDue = false }: FieldsFormProps) {
  const t = useText('participation');
  const answer = useAnswerFields(game.id);
  const form = useForm({
    base: { fields: answersOf(game.fieldValues) },
    check: ({ fields }) => ({ fields: fieldsProblem(game.fields, fields, t) }),
    fieldOf: { 'account.fieldRequired': 'fields', 'account.fieldInvalid': 'fields' },
    save: ({ fields = {} }) => answer.mutateAsync(answersTo(game.fields, fields)),
  });
  return (
    <Panel title={t('participation.fields.title')}>
      <form className="grid gap-16" onSubmit={form.onSubmit} noValidate>
        {isDue && <p className="dimmed">{t('participation.fields.lead')}</p>}
        <FailureAlert>{form.failure}</FailureAlert>
        <OwnFields
          fields={game.fields}
          values={form.values.fields}
          error={form.errors.fields}
          onChange={(fields) => form.set('fields', fields)}
        />
        <div>
          <Button type="submit" loading={form.saving} disabled={form.changed.length === 0}>
            {t('ui.form.save')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
