import { errorCatalogue } from '@vexil/contract/errors';
import { ErrorReply } from '@vexil/contract/wire';
import { chooseLanguage, isErrorCode } from '@vexil/http/reply/i18n';
import type { LightMyRequestResponse } from 'fastify';

const han = /\p{Script=Han}/u;

interface Asked {
  /** The Accept-Language header. */
  language: string | undefined;
  /** Uploads have no fields to name. */
  isUpload: boolean;
}

function speaks(text: string, isChinese: boolean): boolean {
  return text.trim() !== '' && han.test(text) === isChinese;
}

/** Problems of an error reply: its form, status, language, and whether it names the invalid field. Empty when correct. */
export function problemsIn(reply: LightMyRequestResponse, { language, isUpload }: Asked): string[] {
  const isJson = String(reply.headers['content-type'] ?? '').startsWith('application/json');
  if (!isJson) return [`${reply.statusCode} came as ${reply.headers['content-type']}: ${reply.body.slice(0, 200)}`];
  const parsed = ErrorReply.strict().safeParse(reply.json());
  if (!parsed.success) return [`the form is not that of a refusal: ${reply.body.slice(0, 200)}`];
  const { title, status, code, details } = parsed.data;
  if (!isErrorCode(code)) return [`unknown code ${code}`];
  const known: { status: number; wireStatus?: number; visitorStatus?: number } = errorCatalogue[code];
  const isChinese = chooseLanguage(language) === 'zh-CN';
  const messages = details?.map(({ message }) => message) ?? [];
  const named = details?.[0] ? title.replace(`${details[0].path}: `, '') : title;
  return [
    ...([known.status, known.visitorStatus].includes(reply.statusCode)
      ? []
      : [`${code} came with ${reply.statusCode}`]),
    ...(status === (known.wireStatus ?? reply.statusCode) ? [] : [`${code} says status ${status}`]),
    ...[named, ...messages].filter((text) => !speaks(text, isChinese)).map((text) => `not in ${language}: ${text}`),
    ...(code === 'request.invalid' && !isUpload && !details?.length ? ['what was wrong is not named'] : []),
  ];
}
