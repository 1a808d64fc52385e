import { screen } from '@testing-library/react';
import { configEndpoints } from '@vexil/contract/config-info.endpoints';
import { expect, it, vi } from 'vitest';
import { answer } from '../testing/api';
import { buildConfig } from '../testing/builders';
import { renderUi } from '../testing/render';
import { AccentDialog } from './AccentDialog';

it('closes with the word of all dialogs, as what is chosen holds already', async () => {
  answer(configEndpoints.client, buildConfig());
  const onClose = vi.fn();
  const { user } = renderUi(<AccentDialog opened onClose={onClose} />);
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
