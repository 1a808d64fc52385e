import { screen, waitFor, within } from '@testing-library/react';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import { challengeEditEndpoints, flagEndpoints } from '@vexil/contract/challenge-edit.endpoints';
import { describe, expect, it, vi } from 'vitest';
import { answer, callsOf, disconnect, hold, refuse } from '../../testing/api';
import { buildChallengeEdit, buildGameInfo, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const path = '/admin/games/7/challenges/11/flags';
const open = (challenge: ChallengeEdit) => {
  organise(buildGameInfo(), [challenge]);
  return renderPage(path);
};

describe('the flags of a challenge', () => {
  it('marks invalid lines, and sends only the valid ones', async () => {
    const { user } = open(buildChallengeEdit());
    answer(flagEndpoints.add, undefined);
    await user.click(await screen.findByRole('button', { name: 'Add flags' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add flags' }));
    await user.click(dialog.getByRole('textbox'));
    await user.paste('flag{at_nine}\nflag{new}\nflag{new}');
    expect(dialog.getByText('already exists, skipped')).toBeVisible();
    expect(dialog.getByText('duplicate of a line above, skipped')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Add 1 flag' }));
    await waitFor(() => expect(callsOf(flagEndpoints.add).map(({ body }) => body)).toEqual([[{ flag: 'flag{new}' }]]));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('adds an expression with its example, says why it is refused, and marks rules in the list', async () => {
    const stored = { id: 5, attachment: null, attachments: [], taken: false };
    const { user } = open(
      buildChallengeEdit({
        flags: [
          { ...stored, flag: 'flag{a}', match: 'IgnoreCase', example: null, canary: false },
          { ...stored, id: 6, flag: 'flag{decoy}', match: 'Exact', example: null, canary: true },
        ],
      }),
    );
    expect(await screen.findByText('Ignore case')).toBeVisible();
    expect(screen.getByText('canary')).toBeVisible();
    refuse(flagEndpoints.add, 'flag.exampleWrong', { title: 'The expression does not match this example.' });
    await user.click(screen.getByRole('button', { name: 'Add a rule' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a rule' }));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Comparison' }), 'Expression');
    await user.click(dialog.getByRole('textbox', { name: 'Expression' }));
    await user.paste('flag\\{[0-9]+\\}');
    expect(dialog.getByRole('button', { name: 'Add a rule' })).toBeDisabled();
    await user.click(dialog.getByRole('textbox', { name: 'Example' }));
    await user.paste('flag{12}');
    await user.click(dialog.getByRole('switch', { name: /^Canary/ }));
    await user.click(dialog.getByRole('button', { name: 'Add a rule' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The expression does not match this example.');
    expect(dialog.getByRole('textbox', { name: 'Example' })).toHaveValue('flag{12}');
    const body = [{ flag: 'flag\\{[0-9]+\\}', match: 'Regex', canary: true, example: 'flag{12}' }];
    expect(callsOf(flagEndpoints.add).map((call) => call.body)).toEqual([body]);
  });

  it('sends nothing while a line is too long, and keeps the input after a refusal', async () => {
    const { user } = open(buildChallengeEdit());
    refuse(flagEndpoints.add, 'flag.notAllowed');
    await user.click(await screen.findByRole('button', { name: 'Add flags' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add flags' }));
    const text = dialog.getByRole('textbox');
    await user.click(text);
    await user.paste(`flag{new}\n${'x'.repeat(260)}`);
    expect(dialog.getByText('260 of at most 255 characters')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Add 1 flag' })).toBeDisabled();
    await user.clear(text);
    await user.paste('flag{new}');
    await user.click(dialog.getByRole('button', { name: 'Add 1 flag' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Flags of this challenge are made from its template.');
    expect(text).toHaveValue('flag{new}');
  });

  it('deletes a flag after confirmation, and warns about the last one', async () => {
    const { user } = open(buildChallengeEdit({ type: 'DynamicAttachment' }));
    answer(flagEndpoints.delete, 'Success');
    await user.click(await screen.findByRole('button', { name: 'Delete flag{at_nine}' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this flag?' }));
    expect(dialog.getByText('It is the last one, so the challenge will be disabled as well.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(callsOf(flagEndpoints.delete)).toHaveLength(1));
  });

  it('counts used and unused files, and filters by use', async () => {
    const file = { id: 9, type: 'Local' as const, name: 'b', url: '/assets/a/b', fileSize: 3, fileHash: 'a' };
    const flags = [1, 2, 3].map((id) => ({
      id,
      flag: `flag{${id}}`,
      match: 'Exact' as const,
      example: null,
      canary: false,
      attachment: id === 3 ? null : file,
      attachments: id === 3 ? [] : id === 2 ? [file, { ...file, id: 10, name: 'second.txt' }] : [file],
      taken: id === 2,
    }));
    const many = [
      ...flags,
      ...[4, 5, 6, 7, 8, 9, 10].map((id) => ({
        id,
        flag: `flag{${id}}`,
        match: 'Exact' as const,
        example: null,
        canary: false,
        attachment: file,
        attachments: [file],
        taken: false,
      })),
    ];
    const supply = { used: 1, left: 9, waiting: 12, state: 'short' as const };
    const { user } = open(buildChallengeEdit({ type: 'DynamicAttachment', flags: many, supply }));
    const region = await screen.findByRole('region', { name: 'Files and teams' });
    expect(region).toHaveTextContent('10 files with a flag');
    expect(screen.getByRole('link', { name: /^second.txt/ })).toBeVisible();
    expect(region).toHaveTextContent('1 used by teams');
    expect(region).toHaveTextContent('9 left');
    expect(region).toHaveTextContent('12 accepted teams without a file');
    expect(region).toHaveTextContent('At least 3 more needed.');
    expect(region).toHaveTextContent('1 flag has no file');
    const show = async (use: string) => {
      await user.click(
        within(screen.getByRole('radiogroup', { name: 'Which flags' })).getByRole('radio', { name: use }),
      );
      return screen.getAllByRole('button', { name: /^Delete flag/ }).length;
    };
    expect(await show('Used')).toBe(1);
    expect(screen.getByText('used by a team')).toBeVisible();
    expect(await show('Left')).toBe(9);
    expect(await show('Without a file')).toBe(1);
    expect(screen.getByText('no file')).toBeVisible();
  });

  it.each([
    ['tight', /Enough for the accepted teams, but hardly/],
    ['ample', /Enough files, even if more teams join/],
  ] as const)('says that the supply is %s', async (state, text) => {
    const supply = { used: 0, left: 5, waiting: 4, state };
    open(buildChallengeEdit({ type: 'DynamicAttachment', supply }));
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('adds links to files hosted elsewhere', async () => {
    organise(buildGameInfo(), [buildChallengeEdit({ type: 'DynamicAttachment' })]);
    answer(flagEndpoints.add, undefined);
    const { user } = renderPage(path);
    await user.click(
      await screen.findByRole('textbox', { name: 'One flag and its link per line, separated by a space' }),
    );
    await user.paste('flag{x} https://example.org/x.zip');
    await user.click(await screen.findByRole('button', { name: 'Add 1 flag' }));
    await waitFor(() =>
      expect(callsOf(flagEndpoints.add).map(({ body }) => body)).toEqual([
        [{ flag: 'flag{x}', attachmentType: 'Remote', remoteUrl: 'https://example.org/x.zip' }],
      ]),
    );
  });
});

describe('the template of a challenge', () => {
  const dynamic = () => buildChallengeEdit({ type: 'DynamicContainer', flags: [] });

  it('shows its strength and sample flags while typing', async () => {
    const { user } = open(dynamic());
    const template = await screen.findByRole('textbox', { name: 'Template' });
    await user.click(template);
    await user.paste('flag{short}');
    expect(screen.getByText('Too easy to guess')).toBeVisible();
    expect(screen.getByText(/Too easy to guess: \d+ of the required 32 bits/)).toBeVisible();
    await user.clear(template);
    await user.paste('team_[TEAM_HASH]');
    expect(screen.getByText('Hard to guess')).toBeVisible();
    const samples = within(screen.getByRole('region', { name: 'Sample flags' }));
    expect(samples.getAllByText(/^team_[0-9a-f]{12}$/)).toHaveLength(3);
  });

  it("shows the server's refusal at the field and keeps the template", async () => {
    const { user } = open(dynamic());
    refuse(challengeEditEndpoints.update, 'challenge.templateWeak', { title: 'This template is too easy to guess.' });
    const template = await screen.findByRole('textbox', { name: 'Template' });
    await user.click(template);
    await user.paste('flag{[GUID]}');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('This template is too easy to guess.')).toBeVisible();
    expect(template).toHaveValue('flag{[GUID]}');
  });
});

/** Uploads report progress, which fetch cannot; the server answers them with the file names for hashes. */
function answerUploads(): string[][] {
  const sent: string[][] = [];
  class Request {
    status = 200;
    responseText = '';
    upload = {};
    onload = () => {};
    open() {}
    setRequestHeader() {}
    getResponseHeader = () => null;
    abort() {}
    send(body: FormData) {
      const names = body.getAll('files').map((file) => (file as File).name);
      sent.push(names);
      this.responseText = JSON.stringify(names.map((name) => ({ hash: `hash of ${name}`, name })));
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return sent;
}

describe('the files of a challenge', () => {
  const zip = (name: string, content = 'x') => new File([content], name);
  const perTeam = (given: Partial<ChallengeEdit> = {}) =>
    open(buildChallengeEdit({ type: 'DynamicAttachment', flags: [], ...given }));
  const chosen = async () => screen.findByLabelText('Choose files', { selector: 'input' });
  const report = () => screen.findByRole('region', { name: 'Files and their flags' });

  it('says which file gets which flag before anything is sent', async () => {
    const sent = answerUploads();
    const { user } = perTeam({
      flags: [
        {
          id: 1,
          flag: 'flag{old}',
          match: 'Exact' as const,
          example: null,
          canary: false,
          attachment: null,
          attachments: [],
          taken: false,
        },
      ],
    });
    await user.upload(await chosen(), [zip('flag{a}'), zip('flag{a}'), zip('flag{b}', '')]);
    expect(await report()).toHaveTextContent('Files ready to be sent: 2 of 3');
    const section = within(await report());
    expect(section.getByText('Second file for the same flag:').closest('details')).toHaveTextContent('flag{a}');
    expect(section.getByText('Flags without a file:').closest('details')).toHaveTextContent('flag{old}');
    expect(sent).toEqual([]);
    expect(callsOf(flagEndpoints.bindFiles)).toEqual([]);
  });

  it('sends files with the flags of a list, and says what became of each', async () => {
    const sent = answerUploads();
    answer(flagEndpoints.bindFiles, ({ body }) =>
      (body as unknown[]).map((_, index) => (index === 1 ? 'kept' : 'added')),
    );
    const { user } = perTeam();
    await user.click(await screen.findByRole('combobox', { name: 'Flag of each file' }));
    await user.click(await screen.findByRole('option', { name: 'From a list' }));
    await user.click(screen.getByRole('textbox', { name: 'One file and its flag per line' }));
    await user.paste('one.zip flag{1}\ntwo flag{2}\nthree flag{3}\nfour');
    await user.upload(await chosen(), [zip('one.zip'), zip('two.zip'), zip('five.zip')]);
    expect(await report()).toHaveTextContent('Files ready to be sent: 2 of 3');
    expect(await report()).toHaveTextContent('Lines without a flag: 1');
    await user.click(screen.getByRole('button', { name: 'Upload 2 files' }));
    await waitFor(async () =>
      expect(await report()).toHaveTextContent('Stored with their flags: 1. Failed: 1. Not sent: 0.'),
    );
    expect(sent).toEqual([['one.zip', 'two.zip']]);
    expect(callsOf(flagEndpoints.bindFiles).map(({ body }) => body)).toEqual([
      [
        { flag: 'flag{1}', fileHash: 'hash of one.zip' },
        { flag: 'flag{2}', fileHash: 'hash of two.zip' },
      ],
    ]);
    expect(screen.getByText('Failed: The flag has another file meanwhile, which stays.')).toBeVisible();
    expect(screen.getByText('1 of 2 files stored')).toBeVisible();
    expect(await report()).toHaveTextContent('No flag found: 1');
  });

  it('goes on after the network was away, and retries what failed', async () => {
    answerUploads();
    disconnect(flagEndpoints.bindFiles);
    const { user } = perTeam();
    await user.upload(await chosen(), [zip('flag{a}')]);
    await user.click(await screen.findByRole('button', { name: 'Upload 1 file' }));
    expect(await screen.findByText(/The server cannot be reached\. The upload goes on by itself/)).toBeVisible();
    refuse(flagEndpoints.bindFiles, 'challenge.notFound');
    await user.click(screen.getByRole('button', { name: 'Try now' }));
    const failed = await screen.findByText(/^Failed: /);
    expect(failed).toBeVisible();
    answer(flagEndpoints.bindFiles, ['added']);
    await user.click(screen.getByRole('button', { name: 'Retry all failed' }));
    expect(await screen.findByText('1 of 1 files stored')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove stored ones' }));
    expect(screen.queryByRole('region', { name: 'Upload queue' })).not.toBeInTheDocument();
  });

  it('asks before leaving while files are sent, and cancels all', async () => {
    answerUploads();
    answer(flagEndpoints.bindFiles, ['added']);
    hold(flagEndpoints.bindFiles);
    const { user } = perTeam();
    await user.upload(await chosen(), [zip('flag{a}')]);
    await user.click(await screen.findByRole('button', { name: 'Upload 1 file' }));
    await user.click(screen.getByRole('link', { name: 'All challenges' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    expect(dialog.getByText(/Files are being uploaded\./)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel all' }));
    expect(await screen.findByText('Cancelled')).toBeVisible();
  });
});
