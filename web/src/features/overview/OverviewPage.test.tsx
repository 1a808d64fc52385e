import { screen, waitFor, within } from '@testing-library/react';
import { configAdminEndpoints } from '@vexil/contract/config-admin.endpoints';
import { doctorEndpoints } from '@vexil/contract/doctor.endpoints';
import { overviewEndpoints } from '@vexil/contract/overview.endpoints';
import type { AccountPolicy } from '@vexil/contract/settings';
import { standardSettings } from '@vexil/contract/settings';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildOverview } from '../../testing/admin';
import { answer, callsOf } from '../../testing/api';
import { signIn } from '../../testing/builders';
import { renderPage } from '../../testing/render';

beforeEach(() => answer(doctorEndpoints.get, { checkedAt: Date.now(), checks: [] }));

describe('the overview', () => {
  it('warns of what the page of all checks warns of', async () => {
    signIn({ role: 'Admin' });
    const well = buildOverview();
    answer(overviewEndpoints.get, { ...well, workers: [], setup: { ...well.setup, containerEngine: 'none' } });
    const off = { part: 'engine', code: 'engine.off', state: 'ok', message: 'No instances.', advice: null } as const;
    const mail = { part: 'mail', code: 'mail.off', state: 'warning', message: 'No mail.', advice: 'Set it.' } as const;
    answer(doctorEndpoints.get, { checkedAt: Date.now(), checks: [off, mail] });
    renderPage('/admin');
    const panel = (await screen.findByRole('heading', { name: 'Needs attention' })).closest('section') as HTMLElement;
    const [warned, ...more] = within(panel).getAllByRole('listitem');
    expect(warned).toHaveTextContent('Mail No mail.Set it.');
    expect(more).toEqual([]);
    expect(within(panel).getByRole('link', { name: 'All checks' })).toHaveAttribute('href', '/admin/health');
    const engine = screen.getByText('Container engine').parentElement as HTMLElement;
    expect(within(engine).getByText('not set')).toHaveAttribute('data-level', 'unset');
    expect(screen.queryByRole('heading', { name: 'First steps' })).not.toBeInTheDocument();
    expect(screen.getByText(/^Not set up yet: .*Container engine/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Guided setup' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/admin\/start\?step=/),
    );
  });

  it('leads through the first steps until there is a game, and can be skipped', async () => {
    signIn({ role: 'Admin' });
    answer(overviewEndpoints.get, buildOverview({ counts: { ...buildOverview().counts, games: 0 } }));
    const { user } = renderPage('/admin');
    expect(await screen.findByRole('link', { name: 'First game' })).toHaveAttribute('href', '/admin/start?step=game');
    expect(screen.getByRole('link', { name: 'Guided setup' })).toHaveAttribute(
      'href',
      '/admin/start?step=administrator',
    );
    await user.click(screen.getByRole('button', { name: 'Skip' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'First game' })).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Show first steps' }));
    expect(screen.getByRole('link', { name: 'First game' })).toBeVisible();
  });
});

describe('the guided setup', () => {
  const untouched = () => {
    const well = buildOverview();
    return { ...well, isUntouched: true, counts: { ...well.counts, games: 0, administrators: 1 } };
  };
  function open(path: string) {
    localStorage.clear();
    signIn({ role: 'Admin', email: 'admin@example.org' });
    answer(overviewEndpoints.get, untouched());
    answer(configAdminEndpoints.get, { ...standardSettings, signInProviders: [], version: 11 });
    answer(configAdminEndpoints.update, undefined);
    return renderPage(path);
  }
  const here = (name: string) => screen.findByRole('heading', { level: 2, name });

  it('opens by itself on an untouched platform, until it is left', async () => {
    const { user, router } = open('/admin');
    expect(await here('Administrator')).toBeVisible();
    expect(router.state.location.pathname).toBe('/admin/start');
    await user.click(screen.getByRole('button', { name: 'Not now' }));
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/admin');
    expect(screen.getByRole('button', { name: 'Show first steps' })).toBeVisible();
  });

  it('goes from step to step, and saves name and colour on the way', async () => {
    const { user } = open('/admin/start');
    await here('Administrator');
    const offer = screen.getByRole('switch', { name: /^Require a second factor of administrators from/ });
    await user.click(offer);
    expect(screen.getByRole('button', { name: 'Skip this step' })).toBeVisible();
    await user.click(offer);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await here('Name and colour');
    const stored = callsOf(configAdminEndpoints.update)[0]?.body as { accountPolicy: AccountPolicy } | undefined;
    expect(stored?.accountPolicy.factorRequiredOf).toBe('Admins');
    expect(stored?.accountPolicy.factorRequiredFrom).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Spring cup');
    await user.click(screen.getByRole('button', { name: 'Save and continue' }));
    expect(await here('Mail')).toHaveFocus();
    expect(callsOf(configAdminEndpoints.update).at(-1)?.body).toEqual({
      globalConfig: { title: 'Spring cup' },
      version: 11,
    });
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await here('Container engine');
    expect(screen.getByText('Worker 1: docker answers.')).toBeVisible();
    const asked = callsOf(overviewEndpoints.get).length;
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(callsOf(overviewEndpoints.get).length).toBeGreaterThan(asked));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await here('First game');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await here('Container engine');
  });

  it('tests the mail server where it asks for one', async () => {
    const { user } = open('/admin/start?step=mail');
    answer(configAdminEndpoints.testMail, { problem: null, answer: null });
    await here('Mail');
    await user.click(screen.getByRole('button', { name: 'Send test e-mail' }));
    expect(await screen.findByText(/accepted the message for admin@example.org/)).toBeVisible();
  });

  it('opens on the first step for a step that does not exist', async () => {
    open('/admin/start?step=nothing');
    expect(await here('Administrator')).toBeVisible();
  });
});
