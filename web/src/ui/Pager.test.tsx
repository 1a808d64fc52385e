import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../testing/render';
import { Pager } from './Pager';

it('the number of the page has the colour of words on the accent', async () => {
  renderUi(<Pager page={1} pageCount={3} onPage={() => {}} />);
  const number = await screen.findByRole('button', { current: 'page' });
  expect(number.closest('.mantine-Pagination-root')).toHaveStyle({
    '--pagination-active-color': 'var(--color-on-filled)',
  });
});
