import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { vi } from 'vitest';

export interface SmtpStandIn {
  url: string;
  /** Whole mails as they came, oldest first. */
  raw: string[];
  mails: Email[];
  /** Answers to recipients from now on: a code such as 550, or null to take them. */
  refuse(code: number | null): void;
  /** Resolves with the mails once there are this many. */
  until(count: number): Promise<Email[]>;
  close(): Promise<void>;
}

export const smtpUser = 'robot@ctf.test';
export const smtpPassword = 'mail server word';

/** A real SMTP server without encryption that wants a password; on a free port unless one is named. */
export async function startSmtp(port = 0): Promise<SmtpStandIn> {
  const raw: string[] = [];
  const mails: Email[] = [];
  let refusal: number | null = null;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      const right = username === smtpUser && password === smtpPassword;
      done(right ? null : new Error('Wrong password'), right ? { user: username } : undefined);
    },
    onRcptTo({ address }, _session, done) {
      if (refusal === null) return done();
      done(Object.assign(new Error(`No mailbox ${address}`), { responseCode: refusal }));
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const text = Buffer.concat(chunks).toString('utf8');
        raw.push(text);
        mails.push(await PostalMime.parse(text));
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve());
  });
  const { port: bound } = server.server.address() as AddressInfo;
  const credentials = `${encodeURIComponent(smtpUser)}:${encodeURIComponent(smtpPassword)}`;
  return {
    url: `smtp://${credentials}@127.0.0.1:${bound}`,
    raw,
    mails,
    refuse(code) {
      refusal = code;
    },
    async until(count) {
      await vi.waitUntil(() => mails.length >= count, { timeout: 30_000 });
      return mails;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** The token and the address of a mail's link, base64 as they stand there, and the page it leads to. */
export function linkIn(mail: Email | undefined): { page: string; token: string; email: string } {
  const address = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0];
  if (!address) throw new Error(`There is no link in ${mail?.text}`);
  const { origin, pathname, searchParams } = new URL(address);
  return { page: origin + pathname, token: searchParams.get('token') ?? '', email: searchParams.get('email') ?? '' };
}
