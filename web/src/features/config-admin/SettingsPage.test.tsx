import { screen, waitFor, within } from '@testing-library/react';
import { configAdminEndpoints } from '@vexil/contract/config-admin.endpoints';
import type { VersionedSettings } from '@vexil/contract/config-info';
import type { MailText } from '@vexil/contract/mail-text';
import { mailPlaceholders } from '@vexil/contract/mail-text.rules';
import { overviewEndpoints } from '@vexil/contract/overview.endpoints';
import { type Settings, standardSettings } from '@vexil/contract/settings';
import { describe, expect, it, vi } from 'vitest';
import { buildOverview } from '../../testing/admin';
import { answer, callsOf, refusal, refuse } from '../../testing/api';
import { signIn } from '../../testing/builders';
import { renderPage } from '../../testing/render';

const verify: MailText = {
  kind: 'VerifyEmail',
  language: 'en-US',
  subject: null,
  text: null,
  standardSubject: 'Confirm your address - {{platform}}',
  standardText: 'Hello {{name}},\n\nconfirm that {{email}} is yours.',
  button: 'Confirm address',
  closing: ['The link works once, until {{time}} UTC.'],
  version: 3,
};
const german: MailText = { ...verify, language: 'de-DE', subject: 'Bitte bestätigen', standardSubject: 'Adresse' };

function open(settings: Settings = standardSettings, path = '/admin/settings') {
  signIn({ role: 'Admin', email: 'admin@example.org' });
  answer(configAdminEndpoints.get, { ...settings, signInProviders: [], version: 11 });
  answer(configAdminEndpoints.update, undefined);
  answer(configAdminEndpoints.mailTexts, { placeholders: [...mailPlaceholders], texts: [verify, german] });
  answer(configAdminEndpoints.setMailText, undefined);
  answer(overviewEndpoints.get, buildOverview());
  return renderPage(path);
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
    expect(within(screen.getByRole('region', { name: 'Preview, dark' })).getAllByText('Spring cup')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(saved()).toEqual([
        {
          globalConfig: { title: 'Spring cup' },
          accountPolicy: { allowRegister: false },
          containerCeilings: { cpuTenths: 25 },
          version: 11,
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
    await user.click(await screen.findByRole('button', { name: 'Send test e-mail' }));
    expect(await screen.findByText('535 Authentication failed')).toBeVisible();
    expect(screen.getByText('The mail server refused user name or password.')).toBeVisible();
    expect(callsOf(configAdminEndpoints.testMail)[0]?.body).toEqual({ to: 'admin@example.org' });
  });

  it('asks for an address before it sends a test mail', async () => {
    const { user } = open();
    const field = await screen.findByRole('textbox', { name: 'Send to' });
    await user.clear(field);
    await user.click(screen.getByRole('button', { name: 'Send test e-mail' }));
    expect(screen.getByText('This field is required')).toBeVisible();
    expect(field).toHaveAttribute('aria-invalid', 'true');
    expect(field).toHaveFocus();
    expect(callsOf(configAdminEndpoints.testMail)).toEqual([]);
    await user.type(field, 'a');
    expect(field).not.toHaveAttribute('aria-invalid', 'true');
  });

  it('shows our own name and words until others are set, and goes back to them', async () => {
    const { user } = open();
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('');
    const preview = screen.getByRole('region', { name: 'Preview, dark' });
    expect(within(preview).getAllByText('Vexil')).toHaveLength(2);
    expect(preview).not.toHaveTextContent(standardSettings.globalConfig.slogan);
    await user.type(screen.getByRole('textbox', { name: 'Slogan' }), 'Play.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved()).toEqual([{ globalConfig: { slogan: 'Play.' }, version: 11 }]));
  });

  it('empties a name into the one of the product', async () => {
    const { user } = open({ ...standardSettings, globalConfig: { ...standardSettings.globalConfig, title: 'Cup' } });
    await user.clear(await screen.findByRole('textbox', { name: 'Name' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const { title } = standardSettings.globalConfig;
    await waitFor(() => expect(saved()).toEqual([{ globalConfig: { title }, version: 11 }]));
  });

  it('previews our mark beside the name while there is no logo, and all that is shown of the words', async () => {
    const { user } = open();
    const preview = await screen.findByRole('region', { name: 'Preview, dark' });
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Cup');
    await user.type(screen.getByRole('textbox', { name: 'Slogan' }), 'Play.');
    await user.type(screen.getByRole('textbox', { name: 'Footer' }), 'The hall');
    expect(await within(preview).findByText('The hall')).toBeVisible();
    expect(within(preview).getByText('Play.')).toBeVisible();
    const [, name] = within(preview).getAllByText('Cup');
    expect(name?.previousElementSibling?.tagName).toBe('svg');
  });

  it('says which theme cannot show a colour, and takes the nearest that both can', async () => {
    const { user } = open();
    const colour = await screen.findByRole('textbox', { name: 'Accent colour' });
    const swatch = () => colour.parentElement?.querySelector('.mantine-ColorSwatch-colorOverlay');
    expect(swatch()).toHaveStyle({ backgroundColor: '#5b8cff' });
    await user.type(colour, '#ffff00');
    expect(swatch()).toHaveStyle({ backgroundColor: '#ffff00' });
    expect(await screen.findByText(/Light theme: 1 : 1, too bright/)).toBeVisible();
    expect(screen.getByText(/Dark theme: .* easy to see/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: /nearest colour that works in both/ }));
    expect(screen.queryByText(/too bright|too dark/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved()).toHaveLength(1));
    const { globalConfig } = saved()[0] as { globalConfig: { customTheme: string } };
    expect(globalConfig.customTheme).toMatch(/^#[0-9a-f]{6}$/);
    expect(globalConfig.customTheme).not.toBe('#ffff00');
  });

  it('names the eyedropper otherwise than the field of the colour', async () => {
    vi.stubGlobal('EyeDropper', class {});
    open();
    expect(await screen.findByRole('textbox', { name: 'Accent colour' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pick a colour from the screen' })).toBeVisible();
    vi.unstubAllGlobals();
  });

  it('leaves a wrong colour in its field, and says what is wrong', async () => {
    const { user } = open();
    const colour = await screen.findByRole('textbox', { name: 'Accent colour' });
    await user.type(colour, '#12');
    await user.tab();
    expect(await screen.findByText('Use the format #5b8cff')).toBeVisible();
    expect(colour).toHaveValue('#12');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(saved()).toEqual([]);
  });

  it('refuses pictures of other sites', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('combobox', { name: 'Images from other sites' }));
    await user.click(await screen.findByRole('option', { name: 'Never load' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved()).toEqual([{ globalConfig: { foreignImages: 'refuse' }, version: 11 }]));
  });

  it('goes to the field that the address names', async () => {
    open();
    await screen.findByRole('textbox', { name: 'Name' });
    const { router } = renderPage('/admin/settings#setting-defaultLifetime');
    await waitFor(() => expect(router.state.location.hash).toBe('setting-defaultLifetime'));
    await waitFor(() => expect(document.activeElement).toHaveAttribute('id', 'setting-defaultLifetime'));
  });

  it('gives up an icon of its own for the one of the logo', async () => {
    answer(configAdminEndpoints.deleteFavicon, undefined);
    const pictures = { logoHash: 'a'.repeat(64), faviconHash: 'b'.repeat(64), hasOwnFavicon: true };
    const { user } = open({ ...standardSettings, globalConfig: { ...standardSettings.globalConfig, ...pictures } });
    const icon = await screen.findByRole('region', { name: 'Icon' });
    await user.click(within(icon).getByRole('button', { name: 'Remove icon' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove icon' }));
    await waitFor(() => expect(callsOf(configAdminEndpoints.deleteFavicon)).toHaveLength(1));
  });
});

describe('the settings edited by two at once', () => {
  const { globalConfig, containerCeilings, ...rest } = standardSettings;
  const theirs: VersionedSettings = {
    ...rest,
    signInProviders: [],
    globalConfig: { ...globalConfig, title: 'Their cup', foreignImages: 'refuse', footerInfo: 'Their hall' },
    containerCeilings: { ...containerCeilings, networkModes: ['Open'], memoryMiB: 512 },
    version: 22,
  };
  function openOutdated(path?: string) {
    const opened = open(standardSettings, path);
    answer(configAdminEndpoints.update, ({ body }) => {
      if ((body as { version: number }).version !== 22) return refusal('request.outdated', { current: theirs });
      answer(configAdminEndpoints.get, theirs);
      return undefined;
    });
    return opened;
  }
  const conflict = async () => within(await screen.findByRole('dialog', { name: 'Someone else saved this meanwhile' }));
  const field = (asked: Awaited<ReturnType<typeof conflict>>, name: string) =>
    within(asked.getByRole('group', { name }));

  it('asks field by field in the words of the page, and sends what is kept on the new version', async () => {
    const { user } = openOutdated();
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'My cup');
    await user.type(screen.getByRole('textbox', { name: 'Slogan' }), 'Play.');
    await user.click(screen.getByRole('checkbox', { name: 'Custom' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const asked = await conflict();
    expect(asked.getAllByRole('group').map((each) => each.querySelector('legend')?.textContent)).toEqual([
      'Name',
      'Network modes',
    ]);
    const modes = field(asked, 'Network modes');
    expect(modes.getByRole('region', { name: 'Mine' })).toHaveTextContent(/Open.*Isolated.*Custom/);
    expect(modes.getByRole('region', { name: 'Theirs' })).toHaveTextContent(/^Open$/);
    await user.click(modes.getByRole('radio', { name: 'Keep theirs' }));
    expect(field(asked, 'Name').getByText('Their cup')).toBeVisible();
    await user.click(field(asked, 'Name').getByRole('radio', { name: 'Keep mine' }));
    await user.click(asked.getByRole('button', { name: 'Save the choice' }));
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(saved()).toEqual([
      {
        globalConfig: { title: 'My cup', slogan: 'Play.' },
        containerCeilings: { networkModes: ['Open', 'Isolated', 'Custom'] },
        version: 11,
      },
      { globalConfig: { title: 'My cup', slogan: 'Play.' }, version: 22 },
    ]);
  });

  it('merges different fields without a question', async () => {
    const { user } = openOutdated();
    await user.type(await screen.findByRole('textbox', { name: 'Slogan' }), 'Play.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved().at(-1)).toEqual({ globalConfig: { slogan: 'Play.' }, version: 22 }));
    expect(await screen.findByDisplayValue('Their cup')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Slogan' })).not.toHaveValue('Their cup');
  });

  it('shows what is stored when all of theirs is kept', async () => {
    const { user } = openOutdated();
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'My cup');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const asked = await conflict();
    await user.click(asked.getByRole('radio', { name: 'Keep theirs' }));
    await user.click(asked.getByRole('button', { name: 'Save the choice' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Their cup'));
    expect(saved()).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText('Not saved:')).not.toBeInTheDocument());
  });

  it('keeps the choice when the merged save is refused at a field', async () => {
    const { user } = openOutdated();
    answer(configAdminEndpoints.update, ({ body }) =>
      (body as { version: number }).version === 22
        ? refusal('request.invalid', { details: [{ path: 'globalConfig.slogan', message: 'Too bold' }] })
        : refusal('request.outdated', { current: theirs }),
    );
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'My cup');
    await user.type(screen.getByRole('textbox', { name: 'Slogan' }), 'Play.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const asked = await conflict();
    await user.click(asked.getByRole('radio', { name: 'Keep theirs' }));
    await user.click(asked.getByRole('button', { name: 'Save the choice' }));
    expect(await screen.findByText('Too bold')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Their cup');
    expect(screen.getByRole('textbox', { name: 'Slogan' })).toHaveValue('Play.');
  });

  it('asks on the first start as well', async () => {
    const { user } = openOutdated('/admin/start?step=name');
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'My cup');
    await user.click(screen.getByRole('button', { name: 'Save and continue' }));
    const asked = await conflict();
    await user.click(asked.getByRole('radio', { name: 'Keep mine' }));
    await user.click(asked.getByRole('button', { name: 'Save the choice' }));
    await waitFor(() => expect(saved().at(-1)).toEqual({ globalConfig: { title: 'My cup' }, version: 22 }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Mail' })).toBeVisible();
  });
});

describe('the texts of mails', () => {
  const put = () => callsOf(configAdminEndpoints.setMailText).map(({ body }) => body);

  it('are sent where they differ from ours, with a preview of what arrives', async () => {
    const { user } = open();
    const subject = await screen.findByRole('textbox', { name: 'Subject' });
    expect(subject).toHaveValue('Confirm your address - {{platform}}');
    const preview = screen.getByRole('region', { name: 'Preview of the mail' });
    expect(preview).toHaveTextContent('Confirm your address - VexilHello Ada,confirm that ada@example.org is yours.');
    await user.clear(subject);
    await user.type(subject, 'Welcome to ');
    await user.click(screen.getByRole('button', { name: 'Platform' }));
    expect(subject).toHaveValue('Welcome to {{platform}}');
    expect(within(preview).getByText('Welcome to Vexil')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(put()).toEqual([
        { kind: 'VerifyEmail', language: 'en-US', subject: 'Welcome to {{platform}}', text: null, version: 3 },
      ]),
    );
    expect(saved()).toEqual([]);
  });

  it('go back to ours', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('combobox', { name: 'Language' }));
    await user.click(await screen.findByRole('option', { name: 'Deutsch · custom' }));
    expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('Bitte bestätigen');
    await user.click(screen.getByRole('button', { name: 'Restore the default text' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(put()).toEqual([{ kind: 'VerifyEmail', language: 'de-DE', subject: null, text: null, version: 3 }]),
    );
  });

  it('ask which words are kept when someone else saved the same ones meanwhile', async () => {
    const { user } = open();
    const current = { ...verify, subject: 'Theirs', text: 'Their text', version: 4 };
    answer(configAdminEndpoints.setMailText, ({ body }) =>
      (body as { version: number }).version === 4
        ? undefined
        : Response.json({ title: 'x', status: 409, code: 'request.outdated', current }, { status: 409 }),
    );
    const subject = await screen.findByRole('textbox', { name: 'Subject' });
    await user.clear(subject);
    await user.type(subject, 'Mine');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = within(await screen.findByRole('dialog', { name: /someone else/i }));
    expect(dialog.getByText('Theirs')).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: /mine|my/i }));
    await user.click(dialog.getByRole('button', { name: /save/i }));
    await waitFor(() => expect(put().at(-1)).toMatchObject({ subject: 'Mine', text: 'Their text', version: 4 }));
  });

  it('name no placeholder that does not exist', async () => {
    const { user } = open();
    const text = await screen.findByRole('textbox', { name: 'Text' });
    await user.type(text, ' {{{{link}}');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/There is no {{link}}/)).toBeVisible();
    expect(put()).toEqual([]);
  });
});
