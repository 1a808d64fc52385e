import { Button, TextInput } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ChallengeEdit, ChallengeUpdateBody } from '@vexil/contract/challenge';
import {
  flagEntropyBitsMin,
  parseFlagTemplate,
  templateEntropyBits,
  templateRefusal,
} from '@vexil/rules/flag-template.rules';
import { useMemo, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { FormBar } from '../../ui/FormBar';
import { useKeys } from '../../ui/keys';
import { Panel } from '../../ui/Panel';
import { useForm } from '../../ui/use-form';
import classes from './Flags.module.css';
import { useSaveTemplate } from './flag.queries';
import { sampleFlag } from './flag-sample';
import { Strength } from './Strength';
import { TemplateHelp } from './TemplateHelp';

const sampleCount = 3;

export function TemplateEditor({ gameId, challenge }: { gameId: number; challenge: ChallengeEdit }) {
  const t = useText('flag');
  const save = useSaveTemplate(gameId, challenge.id);
  const form = useForm<{ flagTemplate: string }, { flagTemplate?: string }>({
    base: useMemo(() => ({ flagTemplate: challenge.flagTemplate ?? '' }), [challenge.flagTemplate]),
    labels: { flagTemplate: t('flag.template.label') },
    bodyOf: (changed) => changed,
    schema: ChallengeUpdateBody,
    check: (_, { flagTemplate }) => ({ flagTemplate: flagTemplate ? refusalText(flagTemplate) : null }),
    save: (body) => save.mutateAsync(body),
    fieldOf: {
      'challenge.templateWeak': 'flagTemplate',
      'challenge.templateTooLong': 'flagTemplate',
      'challenge.optionNotPossible': 'flagTemplate',
    },
  });
  const template = form.values.flagTemplate;

  function refusalText(typed: string): string | null {
    if (typed.trim() === '') return null;
    const refusal = templateRefusal(typed);
    if (refusal === null) return null;
    const bits = Math.floor(templateEntropyBits(parseFlagTemplate(typed)));
    return t(`flag.template.${refusal}`, { bits, least: flagEntropyBitsMin });
  }
  useKeys([{ keys: 'mod+s', label: t('ui.form.save'), run: () => void form.submit() }]);
  const refusal = refusalText(template);
  return (
    <div className="stack gap-12">
      <Panel title={t('flag.template.title')}>
        <div className="stack gap-12">
          <TextInput
            {...form.text('flagTemplate')}
            error={form.errors.flagTemplate ?? refusal}
            description={t('flag.template.help')}
            classNames={{ input: classes.input }}
            placeholder="flag{[GUID]}"
            autoComplete="off"
            spellCheck={false}
          />
          <Strength template={template} />
          <Samples template={template} />
        </div>
      </Panel>
      <TemplateHelp onUse={(example) => form.set('flagTemplate', example)} />
      <FormBar form={form} onSave={form.submit} />
    </div>
  );
}

function Samples({ template }: { template: string }) {
  const t = useText('flag');
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks for new samples of the same template
  const samples = useMemo(() => Array.from({ length: sampleCount }, () => sampleFlag(template)), [template, round]);
  return (
    <section aria-label={t('flag.template.samples')}>
      <div className="row gap-8 below-4 text-13">
        <strong>{t('flag.template.samples')}</strong>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconRefresh size={16} />}
          onClick={() => setRound(round + 1)}
        >
          {t('flag.template.again')}
        </Button>
      </div>
      <ul className={classes.samples}>
        {samples.map((sample, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a template without chance gives the same sample thrice
          <li key={index}>
            <code>{sample}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
