import { Menu, Modal } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderUi } from '../testing/render';
import { OnDemandDialog } from './OnDemand';
import { OnDemandConfirm } from './OnDemandConfirm';

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

function Question() {
  const [opened, setOpened] = useState(false);
  const onConfirm = () => undefined;
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Help
      </button>
      <OnDemandConfirm {...{ opened, onConfirm }} onClose={() => setOpened(false)} title="Go?" confirmLabel="Go" />
    </>
  );
}

it.each([
  ['dialog', Page],
  ['question', Question],
])('gives the focus back at the end, the first time as well: %s', async (_, Shown) => {
  const { user } = renderUi(<Shown />);
  const button = await screen.findByRole('button', { name: 'Help' });
  for (let time = 0; time < 2; time++) {
    await user.click(button);
    await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
  }
});

function PageWithMenu() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Menu>
        <Menu.Target>
          <button type="button">More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpened(true)}>Keys</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <OnDemandDialog dialog={Dialog} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

it('gives the focus back to the button of the menu it was opened from', async () => {
  const { user } = renderUi(<PageWithMenu />);
  const button = await screen.findByRole('button', { name: 'More' });
  for (let time = 0; time < 2; time++) {
    button.focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('menuitem', { name: 'Keys' }));
    await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
  }
});
