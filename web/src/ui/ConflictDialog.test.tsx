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
  const { user } = renderUi(
    <ConflictDialog
      opened
      fields={fields}
      others={[]}
      lastSave={undefined}
      onCancel={() => {}}
      onResolve={onResolve}
    />,
  );
  const name = within(await screen.findByRole('radiogroup', { name: 'What is kept of Name' }));
  const hidden = within(screen.getByRole('radiogroup', { name: 'What is kept of Hidden' }));
  await user.click(name.getByRole('radio', { name: 'Keep mine' }));
  await user.click(hidden.getByRole('radio', { name: 'Keep theirs' }));
  await user.click(screen.getByRole('button', { name: 'Save the choice' }));
  expect(onResolve).toHaveBeenCalledWith({ title: 'mine', hidden: 'theirs' });
});

it('says who saved and when, and what else they changed, which needs no choice', async () => {
  const time = new Date('2026-05-01T18:00').getTime();
  const fields = [{ name: 'title', label: 'Name', mine: 'Mine', theirs: 'Theirs' }];
  const others = [
    { name: 'value', label: 'Initial value', before: 400, theirs: 450 },
    { name: 'hidden', label: 'Hidden', before: false, theirs: true },
  ];
  const dialog = { opened: true, fields, others, onCancel: () => {}, onResolve: () => {} };
  const { rerender } = renderUi(<ConflictDialog {...dialog} lastSave={{ userName: 'mira', time }} />);
  expect(await screen.findByText('Saved by mira (May 1, 2026, 6:00 PM)')).toBeVisible();
  const kept = within(screen.getByRole('region', { name: 'Changed there as well, and kept' }));
  expect(kept.getByRole('region', { name: 'Initial value' })).toHaveTextContent('450');
  expect(kept.getByRole('region', { name: 'Hidden' })).toHaveTextContent('On');
  expect(screen.getAllByRole('radiogroup')).toHaveLength(1);
  rerender(<ConflictDialog {...dialog} others={[]} lastSave={{ userName: null, time }} />);
  expect(screen.getByText('Saved: May 1, 2026, 6:00 PM')).toBeVisible();
  expect(screen.queryByText('Changed there as well, and kept')).not.toBeInTheDocument();
});
