import { screen, waitFor, within } from '@testing-library/react';
import { configAdminEndpoints } from '@vexil/contract/config-info.endpoints';
import { overviewEndpoints } from '@vexil/contract/overview.endpoints';
import { type Settings, standardSettings } from '@vexil/contract/settings';
import { describe, expect, it } from 'vitest';
import { buildOverview } from '../../testing/admin';
import { answer, callsOf, refuse } from '../../testing/api';
import { signIn } from '../../testing/builders';
import { renderPage } from '../../testing/render';

function open(settings: Settings = standardSettings) {
  signIn({ role: 'Admin', email: 'admin@example.org' });
  answer(configAdminEndpoints.get, settings);
  answer(configAdminEndpoints.update, undefined);
  answer(overviewEndpoints.get, buildOverview());
  return renderPage('/admin/settings');
}
const saved = () => callsOf(configAdminEndpoints.update).map(({ body }) => body);

describe('the settings', () => {
  it('sends the changed fields in their sections', async () => {
    const { user } = open();
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'Spring cup');
    await user.click(screen.getByRole('switch', { name: /Visitors can register/ }));
    const cores = screen.getByRole('textbox', { name: 'Processor cores' });
    await user.clear(cores);
    await user.type(cores, '2.5');
    expect(within(screen.getByRole('region', { name: 'Preview, dark' })).getByText('Spring cup')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(saved()).toEqual([
        {
          globalConfig: { title: 'Spring cup' },
          accountPolicy: { allowRegister: false },
          containerCeilings: { cpuTenths: 25 },
        },
      ]),
    );
  });

  it('says at the field what is wrong, here or by the server', async () => {
    const { user } = open();
    const lifetime = await screen.findByRole('textbox', { name: 'Lifetime' });
    await user.clear(lifetime);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(lifetime).toBeInvalid());
    expect(saved()).toEqual([]);
    await user.type(lifetime, '60');
    refuse(configAdminEndpoints.update, 'request.invalid', {
      details: [{ path: 'containerPolicy.defaultLifetime', message: 'Too long for this server' }],
    });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Too long for this server')).toBeVisible();
  });

  it('says how the mail server answered', async () => {
    const { user } = open();
    answer(configAdminEndpoints.testMail, { problem: 'signIn', answer: '535 Authentication failed' });
    await user.click(await screen.findByRole('button', { name: 'Send test mail' }));
    expect(await screen.findByText('535 Authentication failed')).toBeVisible();
    expect(screen.getByText('The mail server refused user name or password.')).toBeVisible();
    expect(callsOf(configAdminEndpoints.testMail)[0]?.body).toEqual({ to: 'admin@example.org' });
  });
});
