import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { startTexts } from '../i18n/i18n';
import { renderUi } from '../testing/render';
import { MomentField } from './MomentField';

const evening = new Date(2026, 10, 3, 18, 5).getTime();

function Held({ onChange = () => {} }: { onChange?: (at: number | null) => void }) {
  const [at, setAt] = useState<number | null>(evening);
  return (
    <MomentField
      label="Start"
      value={at}
      onChange={(next) => {
        setAt(next);
        onChange(next);
      }}
    />
  );
}

it('is written in the language of the page, takes what is pasted and says it back in words', async () => {
  const changed = vi.fn();
  const { user } = renderUi(<Held onChange={changed} />);
  const field = screen.getByRole('textbox', { name: 'Start' });
  expect(field).toHaveValue('11/3/2026 6:05 PM');
  await user.clear(field);
  expect(changed).toHaveBeenLastCalledWith(null);
  await user.paste('2026-11-04 09:30');
  expect(changed).toHaveBeenLastCalledWith(new Date(2026, 10, 4, 9, 30).getTime());
  expect(screen.getByText(/^Wed, Nov 4, 9:30 AM/)).toBeVisible();
  await user.tab();
  expect(field).toHaveValue('11/4/2026 9:30 AM');
});

it('says how to write it when it is left with what is no moment, and holds no older one', async () => {
  const changed = vi.fn();
  const { user } = renderUi(<Held onChange={changed} />);
  const field = screen.getByRole('textbox', { name: 'Start' });
  await user.clear(field);
  await user.type(field, '31/12/2026 6 PM');
  expect(changed).toHaveBeenLastCalledWith(Number.NaN);
  expect(screen.queryByText(/^Write it like/)).not.toBeInTheDocument();
  await user.tab();
  expect(await screen.findByText('Write it like 11/28/2026 6:00 PM')).toBeVisible();
  expect(field).toHaveValue('31/12/2026 6 PM');
});

it('in German too', async () => {
  await startTexts('de-DE');
  renderUi(<Held />);
  expect(await screen.findByRole('textbox', { name: 'Start' })).toHaveValue('03.11.2026 18:05');
  await startTexts('en-US');
});
