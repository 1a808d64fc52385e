import { expect, it } from 'vitest';
import { smtpUser, startSmtp } from '../../testing/smtp';
import { openMailer } from './mailer';

const letter = { id: 'one', to: 'player@ctf.test', platform: 'Vexil', subject: 'Hello', text: 'Hello', html: 'Hello' };

it('logs an outage of the mail server once, and once when it is over', async () => {
  const first = await startSmtp();
  const { port } = new URL(first.url);
  const lines: string[] = [];
  const log = {
    error: (_details: unknown, message: string) => void lines.push(`error: ${message}`),
    info: (message: string) => void lines.push(`info: ${message}`),
  };
  const mailer = openMailer(first.url, smtpUser, log as never);
  await first.close();
  for (let tries = 0; tries < 4; tries += 1) await expect(mailer.send(letter)).rejects.toThrow('did not take a mail');
  expect(lines).toEqual(['error: The mail server takes no mails; they wait and are tried again']);

  const second = await startSmtp(Number(port));
  second.refuse(450);
  await expect(mailer.send(letter)).rejects.toMatchObject({ isLogged: false, isFinal: false });
  second.refuse(null);
  await mailer.send(letter);
  expect(lines.slice(1)).toEqual(['info: The mail server takes mails again']);
  mailer.close();
  await second.close();
});
