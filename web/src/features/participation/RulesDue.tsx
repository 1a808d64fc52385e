import { Button } from '@mantine/core';
import type { DetailedGame } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { Panel } from '../../ui/Panel';
import { useForm } from '../../ui/use-form';
import { useAcceptRules } from './join.queries';
import { RulesField } from './RulesField';

type RulesDueProps = { game: DetailedGame; of: 'game' | 'division' };

/** In place of the pages of a joined game whose rules, or the one of the own division, have changed. */
export default function RulesDue({ game, of }: RulesDueProps) {
  const t = useText('participation');
  const accept = useAcceptRules(game.id);
  const division = game.divisions.find(({ id }) => id === game.division);
  const isOfGame = of === 'game' || !division;
  const [text, hash] = isOfGame ? [game.rules, game.rulesHash] : [division.ruleText, division.ruleHash];
  const form = useForm({
    base: { acceptedRules: '' },
    whole: true,
    check: ({ acceptedRules }) => ({
      acceptedRules: acceptedRules === hash ? null : t('participation.rules.missing'),
    }),
    fieldOf: { 'participation.rulesNotAccepted': 'acceptedRules' },
    save: ({ acceptedRules }) => accept.mutateAsync(acceptedRules),
  });
  return (
    <Panel title={isOfGame ? t('participation.rules.due') : t('participation.rule.due', { division: division.name })}>
      <form className="grid gap-16" onSubmit={form.onSubmit} noValidate>
        <p className="dimmed">{t(isOfGame ? 'participation.rules.lead' : 'participation.rule.lead')}</p>
        <FailureAlert>{form.failure}</FailureAlert>
        <RulesField
          title={isOfGame ? t('participation.rules.title') : t('participation.rule.title', { division: division.name })}
          label={t(isOfGame ? 'participation.rules.accept' : 'participation.rule.accept')}
          {...{ text, hash }}
          opened
          value={form.values.acceptedRules}
          error={form.errors.acceptedRules}
          onChange={(ticked) => form.set('acceptedRules', ticked)}
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
