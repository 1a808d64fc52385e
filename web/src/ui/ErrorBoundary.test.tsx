import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderUi } from '../testing/render';
import { ErrorBoundary } from './ErrorBoundary';

let broken = true;

function Fragile() {
  if (broken) throw new Error('the wheel came off');
  return <p>whole again</p>;
}

/** React reports every caught error; here that is expected. */
const expectReport = () =>
  vi
    .spyOn(console, 'error')
    .mockImplementationOnce(() => {})
    .mockClear();

describe('ErrorBoundary', () => {
  it('keeps the rest of the page, and tries again', async () => {
    broken = true;
    const report = expectReport();
    const { user } = renderUi(
      <>
        <p>the rest</p>
        <ErrorBoundary>
          <Fragile />
        </ErrorBoundary>
      </>,
    );
    report.mockClear();
    expect(screen.getByText('the rest')).toBeVisible();
    expect(screen.getByRole('alert')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByText('whole again')).toBeVisible();
  });

  it('shows message, stack and two ways out when nothing else is left', () => {
    broken = true;
    const report = expectReport();
    renderUi(
      <ErrorBoundary page>
        <Fragile />
      </ErrorBoundary>,
    );
    report.mockClear();
    expect(screen.getByRole('heading', { name: 'This page stopped working' })).toBeVisible();
    expect(screen.getByText('the wheel came off')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Clean cache' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy report' })).toBeVisible();
  });

  it.each([
    'Unable to preload CSS for /static/lists.css',
    'Failed to fetch dynamically imported module: /static/lists.js',
    'error loading dynamically imported module: /static/lists.js',
    'Importing a module script failed.',
  ])('blames the network where a part did not arrive: %s', (message) => {
    const report = expectReport();
    const Missing = () => {
      throw new TypeError(message);
    };
    renderUi(
      <ErrorBoundary page>
        <Missing />
      </ErrorBoundary>,
    );
    report.mockClear();
    expect(screen.getByRole('alert')).toHaveTextContent('The server cannot be reached');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.queryByText('This page stopped working')).not.toBeInTheDocument();
  });

  it('forgets the error when one goes elsewhere', () => {
    broken = true;
    const report = expectReport();
    const at = (address: string) => (
      <ErrorBoundary resetKey={address}>
        <Fragile />
      </ErrorBoundary>
    );
    const { rerender } = renderUi(at('/a'));
    report.mockClear();
    broken = false;
    rerender(at('/b'));
    expect(screen.getByText('whole again')).toBeVisible();
  });
});
