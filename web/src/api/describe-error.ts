import { useCallback } from 'react';
import { useText } from '../i18n/use-text';
import { ApiError } from './api-error';

/** Gives what a person should read about an error; never a stack, never a code alone. */
export function useDescribeError(): (error: unknown) => string {
  const t = useText();
  return useCallback(
    (error) => {
      if (error instanceof DOMException && error.name === 'AbortError') return t('ui.error.aborted');
      if (!(error instanceof ApiError)) return t('ui.error.unknown');
      if (error.code === 'network') return t('ui.error.network');
      if (error.code === 'unexpected') return t('ui.error.unexpected');
      // A busy server has a text of its own: the caller did not send too much.
      if (error.status === 429 && error.retryAfterSeconds && error.code !== 'request.busy') {
        return t('ui.error.tooMany', { count: error.retryAfterSeconds });
      }
      // The server's title is the code's text in the language the call asked for, its parameters filled in.
      return error.message || t('ui.error.status', { status: error.status });
    },
    [t],
  );
}
