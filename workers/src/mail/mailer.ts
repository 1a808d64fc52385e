import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Logger } from 'pino';

interface Mail {
  /** Becomes the message id, so that a mail sent twice is recognised as one. */
  id: string;
  to: string;
  platform: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Resolves when the mail server has accepted the mail. Throws MailFailed. */
  send(mail: Mail): Promise<void>;
  /** Connects and signs in without a mail. Throws MailFailed. */
  check(): Promise<void>;
  close(): void;
}

/** Its message carries no text of the mail server, which may repeat an address. */
export class MailFailed extends Error {
  override readonly name = 'MailFailed';
  readonly #answer: string | null;

  constructor(
    readonly code: string,
    responseCode: number | undefined,
    /** The server will never accept this mail; otherwise a retry may help. */
    readonly isFinal: boolean,
    /** The failure concerns the server, not the mail. The mailer logs that once, not for each mail and retry. */
    readonly isLogged: boolean,
    answer: string | null,
  ) {
    super(`The mail server did not accept a mail (${[code, responseCode].filter(Boolean).join(', ')})`);
    this.#answer = answer;
  }

  /** For the administrator who asked; the log writes own members of errors, and this is none. */
  get answer(): string | null {
    return this.#answer;
  }
}

// Failures that concern the mail itself: its addresses or its content.
const mailCodes = new Set(['EENVELOPE', 'EMESSAGE']);

const answerLengthMax = 500;

function failureOf(error: unknown): MailFailed {
  const given = error as { code?: string; responseCode?: number; response?: string; message?: string };
  const { code = 'unknown', responseCode } = given;
  const concernsMail = mailCodes.has(code);
  const answer = (given.response ?? given.message)?.slice(0, answerLengthMax) ?? null;
  return new MailFailed(code, responseCode, concernsMail && (responseCode ?? 0) >= 500, !concernsMail, answer);
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

function messageOf(from: string, { id, to, platform, subject, text, html }: Mail): SendMailOptions {
  const host = from.slice(from.lastIndexOf('@') + 1);
  return {
    messageId: `<${id}@${host}>`,
    from: { name: platform, address: from },
    to: { name: '', address: to },
    subject,
    text,
    html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function urlWith(smtpUrl: string, options: object): string {
  const url = new URL(smtpUrl);
  for (const [name, value] of Object.entries(options)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  }
  return url.href;
}

function unpooled(smtpUrl: string): string {
  const url = new URL(urlWith(smtpUrl, { logger: false, ...timeouts }));
  url.searchParams.set('pool', 'false');
  return url.href;
}

/** Over a connection of its own. Throws MailFailed. */
export async function sendAlone(smtpUrl: string, from: string, mail: Mail): Promise<void> {
  const transport = createTransport(unpooled(smtpUrl));
  try {
    await transport.sendMail(messageOf(from, mail));
  } catch (error) {
    throw failureOf(error);
  } finally {
    transport.close();
  }
}

/** Opens a pool of SMTP connections; none is made before the first mail. */
export function openMailer(smtpUrl: string, from: string, log: Pick<Logger, 'info' | 'error'>): Mailer {
  const transport = createTransport(urlWith(smtpUrl, { pool: true, logger: false, ...timeouts }));
  let isDown = false;
  function logState(failure: MailFailed | null): void {
    const failed = failure?.isLogged ?? false;
    if (failed && !isDown) {
      log.error({ event: 'mail.server_down', err: failure }, 'Mail server accepts no mails, retrying');
    }
    if (!failed && isDown) log.info({ event: 'mail.server_up' }, 'Mail server accepts mails again');
    isDown = failed;
  }
  return {
    async send(mail) {
      try {
        await transport.sendMail(messageOf(from, mail));
        logState(null);
      } catch (error) {
        const failure = failureOf(error);
        logState(failure);
        throw failure;
      }
    },
    async check() {
      // Beside the pool, whose connections may have been made under settings that would be refused by now.
      const alone = createTransport(unpooled(smtpUrl));
      try {
        await alone.verify();
      } catch (error) {
        throw failureOf(error);
      } finally {
        alone.close();
      }
    },
    close: () => transport.close(),
  };
}
