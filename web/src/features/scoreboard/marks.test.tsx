import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Mark, MarkShapes } from './marks';

it.each([
  ['first', '1'],
  ['second', '2'],
  ['third', '3'],
] as const)('draws the %s blood with its digit, hidden from screen readers', (kind, digit) => {
  const { container } = render(<Mark kind={kind} />);
  expect(container).toHaveTextContent(digit);
  expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'true');
});

it.each(['solved', 'nothing'] as const)('draws the shape that the page has for %s', (kind) => {
  const { container } = render(
    <>
      <MarkShapes />
      <Mark kind={kind} />
    </>,
  );
  const shape = container.querySelector('use')?.getAttribute('href') ?? '';
  expect(container.querySelector(`symbol${shape} path`)).not.toBeNull();
});
