import { Checkbox } from '@mantine/core';
import { Fold } from '../../ui/Fold';
import { Markdown } from '../../ui/Markdown';

type RulesFieldProps = {
  title: string;
  text: string;
  /** Of the text; null where there is none. */
  hash: string | null;
  label: string;
  /** The hash of the text that was ticked. */
  value: string;
  error: string | undefined;
  onChange: (hash: string) => void;
  opened?: boolean;
};

/** Rules, and the box that accepts them; nothing where there are none. */
export function RulesField({ title, text, hash, label, value, error, onChange, opened = false }: RulesFieldProps) {
  if (hash === null) return null;
  return (
    <>
      <Fold title={title} wanted={opened}>
        <Markdown source={text} />
      </Fold>
      <Checkbox
        label={label}
        error={error}
        // Rules that change meanwhile are to be ticked again.
        checked={value === hash}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? hash : '')}
      />
    </>
  );
}
