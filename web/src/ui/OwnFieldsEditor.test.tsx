import { screen, within } from '@testing-library/react';
import type { OwnField } from '@vexil/db/enums/own-field';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { buildOwnField } from '../testing/builders';
import { renderUi } from '../testing/render';
import { OwnFieldsEditor } from './OwnFieldsEditor';

let shown: OwnField[] = [];

function Editor({ stored }: { stored: OwnField[] }) {
  const [fields, setFields] = useState(stored);
  shown = fields;
  return <OwnFieldsEditor value={fields} stored={stored} onChange={setFields} />;
}

const rows = () => screen.getAllByRole('listitem').filter((one) => within(one).queryByRole('checkbox'));
const row = (at: number) => within(rows()[at] as HTMLElement);

it('adds, moves and removes fields, each with an id of its own', async () => {
  const { user } = renderUi(<Editor stored={[buildOwnField()]} />);
  await user.click(screen.getByRole('button', { name: 'Add a field' }));
  await user.type(row(1).getByRole('textbox', { name: 'Field 2' }), 'Size');
  await user.click(row(1).getByRole('combobox', { name: 'Kind' }));
  await user.click(await screen.findByRole('option', { name: 'Choice' }));
  await user.type(row(1).getByRole('combobox', { name: 'Choices' }), 'S{Enter}M{Enter}');
  await user.click(row(1).getByRole('checkbox', { name: 'Has to be answered' }));
  await user.click(row(1).getByRole('button', { name: 'Move the field up' }));
  expect(shown).toMatchObject([{ name: 'Size', kind: 'Choice', choices: ['S', 'M'], required: true }, buildOwnField()]);
  expect(shown[0]?.id).toMatch(/^[a-z0-9]{12}$/);
  await user.click(row(0).getByRole('button', { name: 'Remove the field' }));
  expect(shown).toEqual([buildOwnField()]);
});

it('offers to make public what was not answered for staff', async () => {
  const { user } = renderUi(<Editor stored={[buildOwnField()]} />);
  await user.click(row(0).getByRole('combobox', { name: 'Visibility' }));
  expect(await screen.findByRole('option', { name: 'Visible to everyone' })).toHaveAttribute('data-combobox-disabled');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Add a field' }));
  await user.click(row(1).getByRole('combobox', { name: 'Visibility' }));
  await user.click((await screen.findAllByRole('option', { name: 'Visible to everyone' })).at(-1) as HTMLElement);
  expect(shown[1]).toMatchObject({ visibility: 'Public' });
});

it('ends with ten', () => {
  const ten = Array.from({ length: 10 }, (_, at) => buildOwnField({ id: `f${at}`, name: `F ${at}` }));
  renderUi(<Editor stored={ten} />);
  expect(screen.getByRole('button', { name: 'Add a field' })).toBeDisabled();
});
