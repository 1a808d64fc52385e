import { DomainError } from '@vexil/contract/errors';
import { languages } from '@vexil/contract/languages';
import { NewerSchemaError } from '@vexil/db/migrate';
import { WrongSecretKeyError } from '@vexil/db/secret-key';
import { errorText } from '@vexil/http/reply/i18n';
import { ConfigError } from '@vexil/runtime/config';
import { OperateError } from '../operate-error';

/** Their messages are for operators. */
const plain = [OperateError, ConfigError, WrongSecretKeyError, NewerSchemaError];

/** What an operator can act on; anything else keeps its stack. */
export function describeError(error: unknown): string {
  if (plain.some((kind) => error instanceof kind)) return (error as Error).message;
  if (error instanceof DomainError) {
    const { params, details = [] } = error.options;
    const lines = details.map(({ path, message }) => `${path}: ${message}`);
    return [errorText(error.code, languages[0], params), ...lines].join('\n');
  }
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ENOENT' && path !== undefined) return `There is no file ${path}.`;
  if (error instanceof Error && 'code' in error) return error.message || String(error.code);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
