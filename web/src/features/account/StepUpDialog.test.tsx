import { screen, waitFor } from '@testing-library/react';
import { factorEndpoints } from '@vexil/contract/factor.endpoints';
import { signInEndpoints } from '@vexil/contract/sign-in.endpoints';
import { expect, it } from 'vitest';
import { answer, hold } from '../../testing/api';
import { renderUi } from '../../testing/render';
import StepUpDialog from './StepUpDialog';

const phone = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  kind: 'app' as const,
  name: 'Phone',
  createdAt: 1,
  lastUsedAt: null,
};

it.each([
  ['the code', [phone], 'Code'],
  ['the password of an account without a factor', [], 'Current password'],
])('gives the focus to the field of %s', async (_, factors, label) => {
  answer(signInEndpoints.providers, []);
  answer(factorEndpoints.list, { factors, recoveryCodes: 0 });
  const go = hold(factorEndpoints.list);
  renderUi(<StepUpDialog answer={() => undefined} />);
  await new Promise((resolve) => setTimeout(resolve));
  go();
  const field = await screen.findByLabelText(label);
  await waitFor(() => expect(field).toHaveFocus());
});
