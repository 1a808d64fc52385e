import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../testing/render';
import { ConflictDialog } from './ConflictDialog';

it('a conflict names the choice of each field to screen readers', async () => {
  const onResolve = vi.fn();
  const fields = [
    { name: 'title', label: 'Name', mine: 'Mine', theirs: 'Theirs' },
    { name: 'hidden', label: 'Hidden', mine: true, theirs: false },
  ];
  const { user } = renderUi(<ConflictDialog opened fields={fields} onCancel={() => {}} onResolve={onResolve} />);
  const name = within(await screen.findByRole('radiogroup', { name: 'What is kept of Name' }));
  const hidden = within(screen.getByRole('radiogroup', { name: 'What is kept of Hidden' }));
  await user.click(name.getByRole('radio', { name: 'Keep mine' }));
  await user.click(hidden.getByRole('radio', { name: 'Keep theirs' }));
  await user.click(screen.getByRole('button', { name: 'Save the choice' }));
  expect(onResolve).toHaveBeenCalledWith({ title: 'mine', hidden: 'theirs' });
});
