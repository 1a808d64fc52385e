import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../testing/render';
import { Fold } from './Fold';
import { SectionIndex } from './SectionIndex';

const page = (wanted = false) => (
  <SectionIndex label="On this page" changedLabel="Unsaved changes" sections={[{ id: 'inside', label: 'Inside' }]}>
    <Fold title="More" wanted={wanted}>
      <p id="inside">Seldom needed</p>
    </Fold>
  </SectionIndex>
);

it('opens on demand', async () => {
  const { user } = renderUi(page());
  expect(screen.getByText('Seldom needed')).not.toBeVisible();
  await user.click(screen.getByText('More'));
  expect(screen.getByText('Seldom needed')).toBeVisible();
});

it('opens for what has to be seen', () => {
  renderUi(page(true));
  expect(screen.getByText('Seldom needed')).toBeVisible();
});

it('opens for the index of the page', async () => {
  const { user } = renderUi(page());
  await user.click(screen.getByRole('link', { name: 'Inside' }));
  expect(screen.getByText('Seldom needed')).toBeVisible();
});
