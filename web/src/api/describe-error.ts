import { useCallback } from 'react';
import { useLanguage, useText } from '../i18n/use-text';
import { formatSpan } from '../ui/format-span';
import { ApiError } from './api-error';

/** Gives what a person should read about an error; never a stack, never a code alone. */
export function useDescribeError(): (error: unknown) => string {
  const t = useText();
  const language = useLanguage();
  return useCallback(
    (error) => {
      if (error instanceof DOMException && error.name === 'AbortError') return t('ui.error.aborted');
      if (!(error instanceof ApiError)) return t('ui.error.unknown');
      if (error.code === 'network') return t('ui.error.network');
      if (error.code === 'unexpected') return t('ui.error.unexpected');
      // Without a code the reply is a proxy's. Other codes have a text that says more.
      if (['request.tooMany', 'status.429'].includes(error.code) && error.retryAfterSeconds) {
        return t('ui.error.tooMany', { time: formatSpan(error.retryAfterSeconds * 1000, language) });
      }
      // The server's title is the code's text in the language the call asked for, its parameters filled in.
      return error.message || t('ui.error.status', { status: error.status });
    },
    [t, language],
  );
}
