import { currentLanguage, translate } from '../i18n/translate';
import { formatSpan } from '../ui/format-span';
import { ApiError } from './api-error';

/** What a person should read about an error, in the page's language; never a stack, never a code alone. */
export function describeError(error: unknown): string {
  const language = currentLanguage();
  if (error instanceof DOMException && error.name === 'AbortError') return translate(language, 'ui.error.aborted');
  if (!(error instanceof ApiError)) return translate(language, 'ui.error.unknown');
  if (error.code === 'network') return translate(language, 'ui.error.network');
  if (error.code === 'unexpected') return translate(language, 'ui.error.unexpected');
  // Without a code the reply is a proxy's. Other codes have a text that says more.
  if (['request.tooMany', 'status.429'].includes(error.code) && error.retryAfterSeconds) {
    return translate(language, 'ui.error.tooMany', { time: formatSpan(error.retryAfterSeconds * 1000, language) });
  }
  // The server's title is the code's text in the language the call asked for, its parameters filled in.
  return error.message || translate(language, 'ui.error.status', { status: error.status });
}
