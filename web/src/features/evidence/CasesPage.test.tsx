import { screen, waitFor, within } from '@testing-library/react';
import { divisionEndpoints } from '@vexil/contract/division.endpoints';
import type { Case, Evidence } from '@vexil/contract/evidence';
import { caseEndpoints, evidenceEndpoints } from '@vexil/contract/evidence.endpoints';
import type { Finding } from '@vexil/contract/submission';
import { submissionMonitorEndpoints } from '@vexil/contract/submission-monitor.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf } from '../../testing/api';
import { renderPage } from '../../testing/render';
import { watch } from '../../testing/watch';

const minute = 60_000;
const at = Date.UTC(2026, 4, 1, 18, 0, 5);
const page = <Item,>(...data: Item[]) => ({ data, length: data.length, total: data.length });

const team = {
  ...{ participationId: 70, teamId: 7, name: 'Nightjars', avatar: null, status: 'Accepted' as const },
  ...{ divisionId: null, division: null },
};
const finding: Finding = {
  ...{ key: 'one', reason: 'ShortInterval', team: { participationId: 70, teamId: 7, name: 'Nightjars' }, other: null },
  ...{ challengeId: 31, challenge: 'Cookie jar', time: at, spanMs: minute, boundMs: 15 * minute, count: null },
  submission: null,
};
const event = { user: 'mira', status: null, via: null, address: 'abcdef123456', device: null };
const evidence: Evidence = {
  ...page({
    ...{ challengeId: 31, challenge: 'Cookie jar', attempts: 1, solvedAt: at, spanMs: minute },
    events: [
      { ...event, kind: 'Opened' as const, at: at - minute },
      { ...event, kind: 'Submitted' as const, at, status: 'Accepted' as const },
    ],
    field: { solvers: 6, medianMs: 120 * minute, fastestMs: minute },
  }),
  ...{ team, caseId: null, isRecorded: true },
};
const opened: Case = {
  ...{ id: 5, state: 'Open', team, openedBy: 'ora', createdAt: at, updatedAt: at, unanswered: 0 },
  ...{ notes: [], questions: [] },
};

function open(values: Partial<Evidence> = {}, role: 'Admin' | 'Monitor' = 'Admin') {
  watch({ role });
  answer(submissionMonitorEndpoints.cheatInfo, []);
  answer(submissionMonitorEndpoints.findings, page(finding));
  answer(caseEndpoints.list, page());
  answer(caseEndpoints.get, opened);
  answer(evidenceEndpoints.get, { ...evidence, ...values });
  answer(divisionEndpoints.list, []);
  return renderPage('/games/1/monitor/cases');
}

describe('cases', () => {
  it('list findings with their reason, and show the team beside the field', async () => {
    const { user, router } = open();
    const row = await screen.findByRole('link', { name: /Very short time.*Nightjars.*Cookie jar/ });
    expect(row).toHaveTextContent('1 minute from opening to solve; the bound is 15 minutes');
    await user.click(row);
    await waitFor(() => expect(router.state.location.search).toEqual({ team: 70 }));
    const shown = within(await screen.findByRole('region', { name: 'Evidence of Nightjars' }));
    expect(shown.getByText('Solved in 1 minute')).toBeVisible();
    await user.click(shown.getByText('Cookie jar'));
    expect(shown.getByText('2 hours')).toBeVisible();
    expect(shown.getByText('Opened')).toBeVisible();
    expect(shown.getAllByText('abcdef')).toHaveLength(2);
  });

  it('are filtered by reason and team, by the server', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('link', { name: /Nightjars/ }));
    await user.click(await screen.findByRole('checkbox', { name: 'This team only' }));
    await waitFor(() =>
      expect(Object.fromEntries(callsOf(submissionMonitorEndpoints.findings).at(-1)?.query ?? [])).toMatchObject({
        participationId: '70',
      }),
    );
  });

  it('are opened, noted, asked about and decided by organisers', async () => {
    const { user } = open();
    answer(caseEndpoints.open, opened);
    answer(caseEndpoints.note, opened);
    answer(caseEndpoints.ask, opened);
    answer(caseEndpoints.decide, opened);
    await user.click(await screen.findByRole('link', { name: /Nightjars/ }));
    answer(evidenceEndpoints.get, { ...evidence, caseId: 5 });
    await user.click(await screen.findByRole('button', { name: 'Open case' }));
    await user.type(await screen.findByRole('textbox', { name: 'Note for staff' }), 'Two devices.');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await waitFor(() =>
      expect(callsOf(caseEndpoints.note).map(({ body }) => body)).toEqual([{ text: 'Two devices.' }]),
    );

    await user.click(screen.getByRole('button', { name: 'Ask the team' }));
    const question = within(await screen.findByRole('dialog', { name: 'Ask the team' }));
    await user.click(question.getByRole('button', { name: 'Send question' }));
    await waitFor(() =>
      expect(callsOf(caseEndpoints.ask).map(({ body }) => body)).toMatchObject([{ challengeId: 31 }]),
    );

    await user.click(screen.getByRole('button', { name: 'Decide' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Decide this case' }));
    await user.click(dialog.getByRole('button', { name: 'Decide' }));
    expect(await dialog.findByText('Choose a decision.')).toBeVisible();
    expect(callsOf(caseEndpoints.decide)).toEqual([]);
  });

  it('are read only for monitors, and what is not recorded is said', async () => {
    const { user } = open({ caseId: 5, isRecorded: false }, 'Monitor');
    await user.click(await screen.findByRole('link', { name: /Nightjars/ }));
    expect(await screen.findByText(/were not recorded from the start/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Export' })).toHaveAttribute('href', '/api/edit/games/1/cases/5/export');
    expect(screen.queryByRole('button', { name: 'Decide' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add note' })).not.toBeInTheDocument();
  });
});
