import { createTransport } from 'nodemailer';

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
  ) {
    super(`The mail server did not take a mail (${[code, responseCode].filter(Boolean).join(', ')})`);
  }
}

// A refused password or a server that is away says nothing about the letter; a refused address or content does.
const letterCodes = new Set(['EENVELOPE', 'EMESSAGE']);

function failureOf(error: unknown): MailFailed {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number };
  return new MailFailed(code, responseCode, letterCodes.has(code) && (responseCode ?? 0) >= 500);
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Over connections that are kept for a while; none is opened before the first letter. */
export function openMailer(smtpUrl: string, from: string): Mailer {
  const url = new URL(smtpUrl);
  for (const [name, value] of Object.entries({ pool: true, logger: false, ...timeouts })) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  }
  const transport = createTransport(url.href);
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
      } catch (error) {
        throw failureOf(error);
      }
    },
    close: () => transport.close(),
  };
}
