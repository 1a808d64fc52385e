import { Button } from '@mantine/core';
import type { DetailedGame } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { Panel } from '../../ui/Panel';
import { useForm } from '../../ui/use-form';
import { useAcceptRules } from './join.queries';
import { RulesField } from './RulesField';

/** In place of the pages of a joined game whose rules have changed. */
export default function RulesDue({ game }: { game: DetailedGame }) {
  const t = useText('participation');
  const accept = useAcceptRules(game.id);
  const form = useForm({
    base: { acceptedRules: '' },
    whole: true,
    check: ({ acceptedRules }) => ({
      acceptedRules: acceptedRules === game.rulesHash ? null : t('participation.rules.missing'),
    }),
    fieldOf: { 'participation.rulesNotAccepted': 'acceptedRules' },
    save: ({ acceptedRules }) => accept.mutateAsync(acceptedRules),
  });
  return (
    <Panel title={t('participation.rules.due')}>
      <form className="grid gap-16" onSubmit={form.onSubmit} noValidate>
        <p className="dimmed">{t('participation.rules.lead')}</p>
        <FailureAlert>{form.failure}</FailureAlert>
        <RulesField
          game={game}
          opened
          value={form.values.acceptedRules}
          error={form.errors.acceptedRules}
          onChange={(hash) => form.set('acceptedRules', hash)}
        />
        <div>
          <Button type="submit" loading={form.saving}>
            {t('participation.rules.submit')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
