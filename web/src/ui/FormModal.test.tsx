import { TextInput } from '@mantine/core';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderUi } from '../testing/render';
import { CancelButton, FormModal } from './FormModal';
import { OneTimeText } from './OneTimeText';
import { ReasonDialog } from './ReasonDialog';
import { useForm } from './use-form';

const save = async () => {};

/** Holds its form itself, as most dialogs do. */
function Outside({ onClose }: { onClose: () => void }) {
  const [opened, setOpened] = useState(true);
  const form = useForm({ base: { name: '' }, save });
  const close = () => {
    setOpened(false);
    onClose();
  };
  return (
    <FormModal opened={opened} onClose={close} title="New crab" unsaved={form.changed.length > 0}>
      <TextInput label="Name" {...form.text('name')} />
      <CancelButton />
    </FormModal>
  );
}

function Fields() {
  const form = useForm({ base: { name: '' }, save });
  return (
    <>
      <TextInput label="Name" {...form.text('name')} />
      <CancelButton />
    </>
  );
}

/** Holds its form in its contents. */
function Inside({ onClose }: { onClose: () => void }) {
  const [opened, setOpened] = useState(true);
  const close = () => {
    setOpened(false);
    onClose();
  };
  return (
    <FormModal opened={opened} onClose={close} title="New crab">
      <Fields />
    </FormModal>
  );
}

type User = ReturnType<typeof renderUi>['user'];

const ways: [string, (user: User) => Promise<void>][] = [
  ['Escape', (user) => user.keyboard('{Escape}')],
  ['the close button', (user) => user.click(screen.getByRole('button', { name: 'Close' }))],
  ['Cancel', (user) => user.click(screen.getByRole('button', { name: 'Cancel' }))],
  ['a click beside', (user) => user.click(document.querySelector('.mantine-Modal-overlay') as HTMLElement)],
];

const question = async () => within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));

describe.each([
  ['the dialog', Outside],
  ['its contents', Inside],
])('a dialog with a form in %s', (_, Dialog) => {
  it.each(ways)('asks before %s throws away what was typed', async (_name, leave) => {
    const onClose = vi.fn();
    const { user } = renderUi(<Dialog onClose={onClose} />);
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.type(name, 'Hermit');
    await leave(user);
    await user.click((await question()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
    expect(name).toHaveValue('Hermit');
    expect(onClose).not.toHaveBeenCalled();
    await leave(user);
    await user.click((await question()).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(onClose).toHaveBeenCalledOnce();
  });

  it.each(ways)('closes at once on %s while unchanged', async (_name, leave) => {
    const onClose = vi.fn();
    const { user } = renderUi(<Dialog onClose={onClose} />);
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'x{Backspace}');
    await leave(user);
    expect(onClose).toHaveBeenCalledOnce();
    expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).not.toBeInTheDocument();
  });
});

it('takes Escape in the question for the question alone', async () => {
  const onClose = vi.fn();
  const { user } = renderUi(<Outside onClose={onClose} />);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Hermit');
  await user.keyboard('{Escape}');
  await question();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  expect(screen.getByRole('dialog', { name: 'New crab' })).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

it('asks before a typed reason is thrown away', async () => {
  const onClose = vi.fn();
  const words = { title: 'Ban?', text: 'Sure', confirmLabel: 'Ban', danger: true };
  const { user } = renderUi(<ReasonDialog {...words} opened onClose={onClose} onConfirm={save} />);
  await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Shared flags');
  await user.keyboard('{Escape}');
  await user.click((await question()).getByRole('button', { name: 'Cancel' }));
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Ban' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).not.toBeInTheDocument();
});

describe('a secret that is shown once', () => {
  function open() {
    const onClose = vi.fn();
    const words = { warning: 'Only now', use: 'As a header', copyLabel: 'Copy token', doneLabel: 'Done' };
    const view = renderUi(
      <FormModal opened onClose={onClose} title="Your token">
        <OneTimeText text="vexil_secret" {...words} />
      </FormModal>,
    );
    return { ...view, onClose };
  }

  const leaving: typeof ways = [
    ...ways.filter(([name]) => name !== 'Cancel'),
    ['Done', (user) => user.click(screen.getByRole('button', { name: 'Done' }))],
  ];

  it.each(leaving)('asks on %s while nothing was copied', async (_name, leave) => {
    const { user, onClose } = open();
    await screen.findByText('vexil_secret');
    await leave(user);
    expect((await question()).getByText(/neither copied nor downloaded/)).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByText('vexil_secret')).toBeVisible();
  });

  it.each(leaving)('goes on %s once it was copied', async (_name, leave) => {
    const { user, onClose } = open();
    await user.click(await screen.findByRole('button', { name: 'Copy token' }));
    await leave(user);
    expect(onClose).toHaveBeenCalledOnce();
  });
});
