import { Button } from '@mantine/core';
import { useText } from '../../i18n/use-text';
import { Panel } from '../../ui/Panel';
import classes from './Flags.module.css';

const examples = [
  { name: 'guid', template: 'flag{[GUID]}' },
  { name: 'teamHash', template: 'flag{read_the_source_[TEAM_HASH]}' },
  { name: 'spelling', template: 'flag{never_trust_the_input_of_users}' },
  { name: 'spellingHash', template: '[LEET]flag{stack_smash_[TEAM_HASH]}' },
  { name: 'symbols', template: '[CLEET]flag{symbols_are_allowed_here}' },
] as const;

export function TemplateHelp({ onUse }: { onUse: (template: string) => void }) {
  const t = useText('flag');
  return (
    <Panel title={t('flag.examples.title')} flush>
      <ul>
        {examples.map(({ name, template }) => (
          <li key={name} className={classes.example}>
            <div>
              <code className={classes.flag}>{template}</code>
              <p className={classes.words}>{t(`flag.examples.${name}`)}</p>
            </div>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={t('flag.examples.useThis', { template })}
              onClick={() => onUse(template)}
            >
              {t('flag.examples.use')}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
