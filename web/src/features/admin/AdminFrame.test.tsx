import { screen, waitFor, within } from '@testing-library/react';
import { assetEndpoints } from '@vexil/contract/asset.endpoints';
import { expect, it } from 'vitest';
import { answer } from '../../testing/api';
import { holdPhone } from '../../testing/browser';
import { signIn } from '../../testing/builders';
import { renderPage } from '../../testing/render';
import { adminAreas } from './areas';

it('has all its pages in a sheet on phones, behind a button that says where one is', async () => {
  holdPhone();
  signIn({ role: 'Admin' });
  answer(assetEndpoints.list, { data: [], length: 0, total: 0 });
  const { user } = renderPage('/admin/files');
  const button = await screen.findByRole('button', { name: 'Administration: Files' });
  await user.click(button);
  const sheet = within(await screen.findByRole('dialog', { name: 'Administration' }));
  expect(sheet.getAllByRole('link')).toHaveLength(adminAreas.flat().length);
  expect(sheet.getByRole('link', { current: 'page' })).toHaveTextContent('Files');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
});
