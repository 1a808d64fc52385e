import { screen, waitFor, within } from '@testing-library/react';
import type { PlatformHealth } from '@vexil/contract/doctor';
import { doctorEndpoints } from '@vexil/contract/doctor.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf } from '../../testing/api';
import { signIn } from '../../testing/builders';
import { renderPage } from '../../testing/render';

const checks: PlatformHealth['checks'] = [
  { part: 'database', code: 'database.answers', state: 'ok', message: 'PostgreSQL 18 answers.', advice: null },
  { part: 'mail', code: 'mail.off', state: 'warning', message: 'No mail server is set.', advice: 'Set SMTP_URL.' },
  { part: 'redis', code: 'redis.answers', state: 'ok', message: 'Redis 8 answers.', advice: null },
  { part: 'redis', code: 'redis.evicts', state: 'fault', message: 'Redis may drop jobs.', advice: 'Set noeviction.' },
];

function open(given = checks) {
  signIn({ role: 'Admin' });
  answer(doctorEndpoints.get, { checkedAt: Date.now(), checks: given });
  return renderPage('/admin/health');
}

describe('the health of the platform', () => {
  it('lists what is wrong, the worst first, with what to do', async () => {
    open();
    const panel = (await screen.findByRole('heading', { name: 'Needs attention' })).closest('section') as HTMLElement;
    const [first, second, ...more] = within(panel).getAllByRole('listitem');
    expect(first).toHaveTextContent('Redis Redis may drop jobs.Set noeviction.');
    expect(second).toHaveTextContent('Mail No mail server is set.Set SMTP_URL.');
    expect(more).toEqual([]);
    const redis = screen.getByRole('heading', { level: 2, name: 'Fault Redis' }).closest('section') as HTMLElement;
    expect(within(redis).getAllByRole('listitem')).toHaveLength(2);
    expect(screen.getByRole('heading', { level: 2, name: 'Works Database' })).toBeVisible();
  });

  it('says that all is well, and checks again on request', async () => {
    const { user } = open(checks.filter(({ state }) => state === 'ok'));
    expect(await screen.findByText('Everything works.')).toBeVisible();
    const before = callsOf(doctorEndpoints.get).length;
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(callsOf(doctorEndpoints.get).length).toBe(before + 1));
  });
});
