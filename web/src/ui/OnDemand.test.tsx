import { Modal } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderUi } from '../testing/render';
import { OnDemandDialog } from './OnDemand';

function Dialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keys">
      <button type="button">One</button>
    </Modal>
  );
}

function Page() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Help
      </button>
      <OnDemandDialog dialog={Dialog} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

it('gives the focus back at the end, the first time as well', async () => {
  const { user } = renderUi(<Page />);
  const button = await screen.findByRole('button', { name: 'Help' });
  for (let time = 0; time < 2; time++) {
    await user.click(button);
    await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus(), { timeout: 5000 });
  }
});
