import { screen, waitFor, within } from '@testing-library/react';
import { type ChallengeSolver, type SolverCheck, SolverSettings } from '@vexil/contract/solver';
import { solverEndpoints } from '@vexil/contract/solver.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { renderUi } from '../../testing/render';
import { SolverPanel } from './SolverPanel';

const solver = SolverSettings.parse({ image: 'team/solve:1', script: 'nc $HOST $PORT' });

const buildCheck = (given: Partial<SolverCheck> = {}): SolverCheck => ({
  id: 1,
  result: 'passed',
  userName: null,
  reason: null,
  exitCode: 0,
  requestedAt: Date.now() - 60_000,
  startedAt: Date.now() - 50_000,
  endedAt: Date.now() - 48_000,
  ...given,
});

function open(loaded: ChallengeSolver) {
  answer(solverEndpoints.get, loaded);
  answer(solverEndpoints.set, ({ body }) => ({
    ...loaded,
    solver: SolverSettings.parse((body as { solver: object }).solver),
  }));
  answer(solverEndpoints.check, { ...loaded, checks: [buildCheck({ id: 9, result: 'running', endedAt: null })] });
  return renderUi(<SolverPanel gameId={7} challengeId={11} />);
}

describe('the solver of a challenge', () => {
  it('is saved by itself, with one argument per line', async () => {
    const { user } = open({ solver: null, checks: [] });
    const image = await screen.findByLabelText(/^Solver image/);
    expect(screen.getByRole('button', { name: 'Save solver' })).toBeDisabled();
    await user.type(image, 'team/solve:1');
    await user.type(screen.getByLabelText('Command'), 'python3{Enter}-c{Enter}');
    await user.type(screen.getByLabelText('Script'), 'print(1)');
    await user.click(screen.getByRole('button', { name: 'Save solver' }));
    await waitFor(() =>
      expect(callsOf(solverEndpoints.set).map(({ body }) => body)).toMatchObject([
        { solver: { image: 'team/solve:1', command: ['python3', '-c'], script: 'print(1)', everyMinutes: 0 } },
      ]),
    );
    expect(await screen.findByRole('button', { name: 'Remove solver' })).toBeVisible();
  });

  it('is saved before it is run, and the check is followed', async () => {
    const { user } = open({ solver, checks: [] });
    await user.click(await screen.findByRole('switch', { name: /^Show players/ }));
    await user.click(screen.getByRole('button', { name: 'Save and check now' }));
    expect(await screen.findByText('Running')).toBeVisible();
    expect(callsOf(solverEndpoints.set)[0]?.body).toMatchObject({ solver: { showStatus: true } });
    answer(solverEndpoints.get, { solver, checks: [buildCheck({ id: 9 })] });
    expect(await screen.findByText('Works')).toBeVisible();
  });

  it('shows why a check could not be run, and what a solver wrote', async () => {
    const reason = 'The registry has no image web:1.';
    const failed = buildCheck({ id: 3, result: 'failed', exitCode: 2, userName: 'mira' });
    const { user } = open({ solver, checks: [buildCheck({ id: 4, result: 'error', exitCode: null, reason }), failed] });
    answer(solverEndpoints.output, { text: 'connection refused' });
    const [first, second] = await within(await screen.findByRole('region', { name: 'Last checks' })).findAllByRole(
      'listitem',
    );
    expect(first).toHaveTextContent(`Could not be run`);
    expect(first).toHaveTextContent(reason);
    expect(second).toHaveTextContent(/No flag in the output.*2 s.*exit code 2.*mira/);
    await user.click(within(second as HTMLElement).getByRole('button', { name: 'Output' }));
    expect(await screen.findByText('connection refused')).toBeVisible();
    expect(callsOf(solverEndpoints.output)[0]?.params).toMatchObject({ checkId: '3' });
  });

  it('says why it was refused', async () => {
    const { user } = open({ solver, checks: [] });
    await screen.findByRole('button', { name: 'Check now' });
    refuse(solverEndpoints.check, 'container.noEngine');
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Instances cannot be started on this platform.');
  });
});
