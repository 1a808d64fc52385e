import { createTransport } from 'nodemailer';
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
  close(): void;
}

/** Carries no text of the mail server, which may repeat an address. */
export class MailFailed extends Error {
  override readonly name = 'MailFailed';

  constructor(
    code: string,
    responseCode: number | undefined,
    /** The server will never accept this mail; otherwise a retry may help. */
    readonly isFinal: boolean,
    /** The failure concerns the server, not the mail. The mailer logs that once, not for each mail and retry. */
    readonly isLogged: boolean,
  ) {
    super(`The mail server did not accept a mail (${[code, responseCode].filter(Boolean).join(', ')})`);
  }
}

// Failures that concern the mail itself: its addresses or its content.
const mailCodes = new Set(['EENVELOPE', 'EMESSAGE']);

function failureOf(error: unknown): MailFailed {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number };
  const concernsMail = mailCodes.has(code);
  return new MailFailed(code, responseCode, concernsMail && (responseCode ?? 0) >= 500, !concernsMail);
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Opens a pool of SMTP connections; none is made before the first mail. */
export function openMailer(smtpUrl: string, from: string, log: Pick<Logger, 'info' | 'error'>): Mailer {
  const url = new URL(smtpUrl);
  for (const [name, value] of Object.entries({ pool: true, logger: false, ...timeouts })) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  }
  const transport = createTransport(url.href);
  let isDown = false;
  function logState(failure: MailFailed | null): void {
    const failed = failure?.isLogged ?? false;
    if (failed && !isDown) {
      log.error({ event: 'mail.server_down', err: failure }, 'Mail server accepts no mails, retrying');
    }
    if (!failed && isDown) log.info({ event: 'mail.server_up' }, 'Mail server accepts mails again');
    isDown = failed;
  }
  const host = from.slice(from.lastIndexOf('@') + 1);
  return {
    async send({ id, to, platform, subject, text, html }) {
      try {
        await transport.sendMail({
          messageId: `<${id}@${host}>`,
          from: { name: platform, address: from },
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        logState(null);
      } catch (error) {
        const failure = failureOf(error);
        logState(failure);
        throw failure;
      }
    },
    close: () => transport.close(),
  };
}
