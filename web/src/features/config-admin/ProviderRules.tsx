import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { StoredProvider } from '@vexil/contract/sign-in';
import { staffRoles } from '@vexil/db/enums/game';
import { useText } from '../../i18n/use-text';
import { useDivisionChoices, useGameChoices } from './config-admin.queries';
import classes from './Settings.module.css';

type Rule = StoredProvider['rules'][number];

const emptyRule: Rule = { group: '', gameId: 0, divisionId: null, staffRole: null };

/** Also what is chosen and not among them, by its number. */
const choicesOf = (known: readonly { id: number; name: string }[], chosen: number | null) => {
  const missing = chosen && !known.some(({ id }) => id === chosen) ? [{ id: chosen, name: `#${chosen}` }] : [];
  return [...known, ...missing].map(({ id, name }) => ({ value: String(id), label: name }));
};

type ProviderRulesProps = {
  rules: readonly Rule[];
  error: string | undefined;
  onChange: (rules: Rule[]) => void;
};

/** Which rights groups of the provider give. */
export function ProviderRules({ rules, error, onChange }: ProviderRulesProps) {
  const t = useText('sign-in');
  return (
    <fieldset className="grid gap-8">
      <legend className="semibold">{t('sign-in.rules.title')}</legend>
      <p className={classes.help}>{t('sign-in.rules.help')}</p>
      {error && <p className="danger text-13">{error}</p>}
      {rules.map((rule, at) => (
        <RuleRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no other key while it is typed
          key={at}
          rule={rule}
          onChange={(change) => onChange(rules.map((one, index) => (index === at ? { ...one, ...change } : one)))}
          onRemove={() => onChange(rules.filter((_, index) => index !== at))}
        />
      ))}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} />}
          onClick={() => onChange([...rules, emptyRule])}
        >
          {t('sign-in.rules.add')}
        </Button>
      </div>
    </fieldset>
  );
}

type RuleRowProps = { rule: Rule; onChange: (change: Partial<Rule>) => void; onRemove: () => void };

function RuleRow({ rule: { group, gameId, divisionId, staffRole }, onChange, onRemove }: RuleRowProps) {
  const t = useText('sign-in', 'staff');
  const games = useGameChoices();
  const divisions = useDivisionChoices(gameId);
  return (
    <div className="row wrap gap-8 end">
      <TextInput
        label={t('sign-in.rules.group')}
        w={140}
        value={group}
        onChange={(event) => onChange({ group: event.currentTarget.value })}
      />
      <Select
        label={t('sign-in.rules.game')}
        w={200}
        searchable
        data={choicesOf(games, gameId || null)}
        value={gameId ? String(gameId) : null}
        onChange={(chosen) => onChange({ gameId: Number(chosen), divisionId: null })}
      />
      <Select
        label={t('sign-in.rules.division')}
        w={160}
        clearable
        disabled={gameId === 0}
        data={choicesOf(divisions, divisionId)}
        value={divisionId === null ? null : String(divisionId)}
        onChange={(chosen) => onChange({ divisionId: chosen === null ? null : Number(chosen) })}
      />
      <Select
        label={t('sign-in.rules.role')}
        w={140}
        clearable
        data={staffRoles.map((value) => ({ value, label: t(`staff.role.${value}`) }))}
        value={staffRole}
        onChange={(chosen) => onChange({ staffRole: chosen })}
      />
      <ActionIcon variant="default" size="lg" aria-label={t('sign-in.rules.remove', { group })} onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}
