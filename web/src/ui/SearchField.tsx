import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useText } from '../i18n/use-text';

type SearchFieldProps = {
  /** What is searched, for the name of the field: "Search teams". */
  label: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
};

/** Narrows a list while one types; Escape empties it. */
export function SearchField({ label, value, onChange, className }: SearchFieldProps) {
  const t = useText();
  return (
    <TextInput
      type="search"
      className={className}
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && value !== '' && onChange('')}
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      rightSection={
        value !== '' && <CloseButton size="sm" aria-label={t('ui.search.clear')} onClick={() => onChange('')} />
      }
    />
  );
}
