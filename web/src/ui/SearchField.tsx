import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useText } from '../i18n/use-text';
import { useKeys } from './keys';
import { useTyped } from './use-typed';

type SearchFieldProps = {
  /** What is searched, for the name of the field: "Search teams". */
  label: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
};

/** Narrows a list while one types; Escape empties it, `/` puts the focus in it. */
export function SearchField({ label, value, onChange, className }: SearchFieldProps) {
  const t = useText();
  const [typed, type] = useTyped(value, onChange);
  const field = useRef<HTMLInputElement>(null);
  useKeys([{ keys: '/', label, group: t('ui.keys.list'), run: () => field.current?.focus() }]);
  return (
    <TextInput
      ref={field}
      type="search"
      className={className}
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && typed !== '' && type('')}
      leftSection={<IconSearch />}
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label={t('ui.search.clear')} onClick={() => type('')} />
      }
    />
  );
}
