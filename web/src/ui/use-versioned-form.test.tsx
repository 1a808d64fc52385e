import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/api-error';
import { renderUi } from '../testing/render';
import { ConflictDialog } from './ConflictDialog';
import { useVersionedForm } from './use-versioned-form';

type Stored = { title: string; text: string; note: string; version: number };

const refusal = (code: string, more: Partial<ApiError> = {}) =>
  new ApiError({ title: `refused: ${code}`, status: 400, code, ...more });

const lastSave = { userName: 'mira', time: 1_750_000_000_000 };

/** What is stored, and what else a save is refused for. */
let server: { stored: Stored; refuse?: ApiError; sent: object[]; adopts: boolean; saving?: Promise<void> };

function Editor() {
  const [stored, setStored] = useState(server.stored);
  const valuesOf = ({ title, text, note }: Stored) => ({ title, text, note });
  const form = useVersionedForm<Stored, ReturnType<typeof valuesOf>, Partial<Stored>>({
    stored,
    base: valuesOf(stored),
    valuesOf,
    labels: { title: 'Title', text: 'Text', note: 'Note' },
    send: async (body, version) => {
      server.sent.push({ ...body, version });
      await server.saving;
      if (version !== server.stored.version) throw refusal('request.outdated', { current: server.stored, lastSave });
      if (server.refuse) throw server.refuse;
      server.stored = { ...server.stored, ...body, version: version + 1 };
      setStored(server.stored);
    },
    adopt: (current) => server.adopts && setStored(current),
  });
  return (
    <form onSubmit={form.onSubmit}>
      {(['title', 'text', 'note'] as const).map((name) => {
        const { label, value, onChange, error } = form.text(name);
        return (
          <label key={name}>
            {label} {error}
            <input value={value} onChange={onChange} />
          </label>
        );
      })}
      <p>{form.failure}</p>
      <p>{`changed: ${form.changed.join(' ')}`}</p>
      <button type="submit">Save</button>
      <button type="button" onClick={() => setStored(server.stored)}>
        Fetch
      </button>
      <ConflictDialog {...form.conflict} />
    </form>
  );
}

async function editBoth(refuse: ApiError, adopts = true) {
  const before = { title: 'old', text: 'old', note: 'old', version: 1 };
  server = { stored: before, sent: [], adopts };
  const { user } = renderUi(<Editor />);
  await user.type(await screen.findByLabelText(/Title/), ' mine');
  await user.type(screen.getByLabelText(/Text/), ' mine');
  server.stored = { title: 'theirs', text: 'theirs', note: 'theirs', version: 2 };
  server.refuse = refuse;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const choose = async (field: string, side: string) =>
    user.click(within(await screen.findByRole('group', { name: field })).getByRole('radio', { name: side }));
  await choose('Title', 'Keep theirs');
  await choose('Text', 'Keep mine');
  await user.click(screen.getByRole('button', { name: 'Save the choice' }));
  await screen.findByText(/cannot be reached|too long/);
  return { user };
}

describe('a choice of theirs', () => {
  const network = new ApiError({ title: 'refused: no answer', status: 0, code: 'network' });
  const invalid = refusal('request.invalid', { details: [{ path: 'text', message: 'refused: too long' }] });

  it.each([
    ['the network', network, true],
    ['the network, without what is stored being read anew', network, false],
    ['a field', invalid, true],
  ])('stays in the form when the merged save fails for %s', async (_, refuse, adopts) => {
    const { user } = await editBoth(refuse, adopts);
    expect(screen.getByLabelText(/Title/)).toHaveValue('theirs');
    expect(screen.getByLabelText(/Text/)).toHaveValue('old mine');
    server.refuse = undefined;
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('changed:');
    expect(server.stored).toEqual({ title: 'theirs', text: 'old mine', note: 'theirs', version: 3 });
  });

  it('is no change of the reader', async () => {
    const { user } = await editBoth(network);
    expect(screen.getByText('changed: text')).toBeVisible();
    expect(screen.getByLabelText(/Note/)).toHaveValue('theirs');
    server.refuse = undefined;
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('changed:');
    expect(server.sent.at(-1)).toEqual({ text: 'old mine', version: 2 });
    server.stored = { ...server.stored, title: 'theirs again', version: 4 };
    await user.click(screen.getByRole('button', { name: 'Fetch' }));
    expect(await screen.findByDisplayValue('theirs again')).toBeVisible();
    expect(screen.getByText('changed:')).toBeVisible();
  });
});

it('does not take the own save for that of someone else when a field is changed while it is under way', async () => {
  const before = { title: 'old', text: 'old', note: 'old', version: 1 };
  let end = () => {};
  const saving = new Promise<void>((resolve) => {
    end = resolve;
  });
  server = { stored: before, sent: [], adopts: true, saving };
  const { user } = renderUi(<Editor />);
  await user.type(await screen.findByLabelText(/Title/), ' one');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.type(screen.getByLabelText(/Title/), ' two');
  end();
  await screen.findByText('changed: title');
  await waitFor(() => expect(server.stored.title).toBe('old one'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('changed:');
  expect(server.stored).toEqual({ ...before, title: 'old one two', version: 3 });
});

it('shows who saved, and what they changed in fields that the reader left alone', async () => {
  server = { stored: { title: 'old', text: 'old', note: 'old', version: 1 }, sent: [], adopts: true };
  const { user } = renderUi(<Editor />);
  await user.type(await screen.findByLabelText(/Title/), ' mine');
  server.stored = { title: 'theirs', text: 'old', note: 'theirs', version: 2 };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^Saved by mira/)).toBeVisible();
  const kept = within(dialog.getByRole('region', { name: 'Changed there as well, and kept' }));
  expect(kept.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Note']);
  await user.click(dialog.getByRole('radio', { name: 'Keep mine' }));
  await user.click(dialog.getByRole('button', { name: 'Save the choice' }));
  await waitFor(() => expect(server.stored).toMatchObject({ title: 'old mine', text: 'old', note: 'theirs' }));
});
