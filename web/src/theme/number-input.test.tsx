import { NumberInput } from '@mantine/core';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { changeLanguage } from '../i18n/i18n';
import { renderUi } from '../testing/render';
import { byteUnit } from '../ui/format-bytes';

afterEach(() => changeLanguage('en-US'));

function Cores({ onChange }: { onChange: (value: unknown) => void }) {
  const [value, setValue] = useState<number | string>(0.2);
  const change = (next: number | string) => {
    setValue(next);
    onChange(next);
  };
  return (
    <NumberInput
      allowDecimal
      label="Cores"
      suffix={` ${byteUnit('MiB')}`}
      decimalScale={2}
      value={value}
      onChange={change}
    />
  );
}

it.each([
  ['en-US', '0.2 MiB', '0.05', '0.05 MiB'],
  ['de-DE', '0,2 MiB', '0,05', '0,05 MiB'],
  ['fr-FR', '0,2 Mio', '0.05', '0,05 Mio'],
] as const)('takes and shows numbers in %s with its decimal sign', async (language, shown, typed, result) => {
  await changeLanguage(language);
  const values: unknown[] = [];
  const { user } = renderUi(<Cores onChange={(value) => values.push(value)} />);
  const field = screen.getByRole('textbox', { name: 'Cores' });
  expect(field).toHaveValue(shown);
  await user.clear(field);
  await user.type(field, typed, { initialSelectionStart: 0, initialSelectionEnd: 0 });
  await user.tab();
  expect(field).toHaveValue(result);
  expect(values.at(-1)).toBe(0.05);
});
