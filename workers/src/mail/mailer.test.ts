import { expect, it } from 'vitest';
import { smtpUser, startSmtp } from '../../testing/smtp';
import { openMailer } from './mailer';

const mail = { id: 'one', to: 'player@ctf.test', platform: 'Vexil', subject: 'Hello', text: 'Hello', html: 'Hello' };

it('logs the begin and the end of a mail server outage once each', async () => {
  const first = await startSmtp();
  const { port } = new URL(first.url);
  const lines: string[] = [];
  const log = {
    error: (_details: unknown, message: string) => void lines.push(`error: ${message}`),
    info: (_details: unknown, message: string) => void lines.push(`info: ${message}`),
  };
  const mailer = openMailer(first.url, smtpUser, log as never);
  await first.close();
  for (let tries = 0; tries < 4; tries += 1) await expect(mailer.send(mail)).rejects.toThrow('did not accept a mail');
  expect(lines).toEqual(['error: Mail server accepts no mails, retrying']);

  const second = await startSmtp(Number(port));
  second.refuse(450);
  await expect(mailer.send(mail)).rejects.toMatchObject({ isLogged: false, isFinal: false });
  second.refuse(null);
  await mailer.send(mail);
  expect(lines.slice(1)).toEqual(['info: Mail server accepts mails again']);
  mailer.close();
  await second.close();
});
