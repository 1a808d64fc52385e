import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';

export interface Letter {
  /** Names the mail for good: a mail sent twice is known as one. */
  id: string;
  to: string;
  /** Shown as the sender. */
  platform: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Resolves when the mail server has taken the letter. Throws MailFailed. */
  send(letter: Letter): Promise<void>;
  close(): void;
}

/** Says what went wrong without the words of the server, which may repeat an address. */
export class MailFailed extends Error {
  override readonly name = 'MailFailed';

  constructor(
    code: string,
    responseCode: number | undefined,
    /** The server will never take this letter; otherwise trying again may help. */
    readonly isFinal: boolean,
    /** The server is away or refuses us, whatever the letter. The mailer logs that once, not with each mail and try. */
    readonly isLogged: boolean,
  ) {
    super(`The mail server did not take a mail (${[code, responseCode].filter(Boolean).join(', ')})`);
  }
}

// A refused password or a server that is away says nothing about the letter; a refused address or content does.
const letterCodes = new Set(['EENVELOPE', 'EMESSAGE']);

function failureOf(error: unknown): MailFailed {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number };
  const isOfLetter = letterCodes.has(code);
  return new MailFailed(code, responseCode, isOfLetter && (responseCode ?? 0) >= 500, !isOfLetter);
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Over connections that are kept for a while; none is opened before the first letter. */
export function openMailer(smtpUrl: string, from: string, log: Pick<Logger, 'info' | 'error'>): Mailer {
  const url = new URL(smtpUrl);
  for (const [name, value] of Object.entries({ pool: true, logger: false, ...timeouts })) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  }
  const transport = createTransport(url.href);
  let isOut = false;
  function note(failure: MailFailed | null): void {
    const failed = failure?.isLogged ?? false;
    if (failed && !isOut) log.error({ err: failure }, 'The mail server takes no mails; they wait and are tried again');
    if (!failed && isOut) log.info('The mail server takes mails again');
    isOut = failed;
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
        note(null);
      } catch (error) {
        const failure = failureOf(error);
        note(failure);
        throw failure;
      }
    },
    close: () => transport.close(),
  };
}
