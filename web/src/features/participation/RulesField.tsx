import { Checkbox } from '@mantine/core';
import type { DetailedGame } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { Fold } from '../../ui/Fold';
import { Markdown } from '../../ui/Markdown';

type RulesFieldProps = {
  game: Pick<DetailedGame, 'rules' | 'rulesHash'>;
  /** The hash of the text that was ticked. */
  value: string;
  error: string | undefined;
  onChange: (hash: string) => void;
  opened?: boolean;
};

/** The rules of a game, and the box that accepts them; nothing where it has none. */
export function RulesField({ game: { rules, rulesHash }, value, error, onChange, opened = false }: RulesFieldProps) {
  const t = useText('participation');
  if (rulesHash === null) return null;
  return (
    <>
      <Fold title={t('participation.rules.title')} wanted={opened}>
        <Markdown source={rules} />
      </Fold>
      <Checkbox
        label={t('participation.rules.accept')}
        error={error}
        // Rules that change meanwhile are to be ticked again.
        checked={value === rulesHash}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? rulesHash : '')}
      />
    </>
  );
}
