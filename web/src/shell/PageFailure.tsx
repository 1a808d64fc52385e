import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ApiError } from '../api/api-error';
import { isDenied } from '../features/account/guard';
import { useText } from '../i18n/use-text';
import { ErrorScreen } from '../ui/ErrorScreen';
import { FailedState } from '../ui/FailedState';
import { PageTitle } from '../ui/PageHeader';
import { ForbiddenPage, NotFoundPage } from './dead-ends';

/** What stands in a page's place when its loader or its rendering failed. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const t = useText();
  const router = useRouter();
  const status = error instanceof ApiError ? error.status : undefined;
  if (isDenied(error)) return <ForbiddenPage />;
  if (status === 404) return <NotFoundPage />;
  const retry = () => {
    reset();
    void router.invalidate();
  };
  if (!(error instanceof ApiError)) {
    return (
      <>
        <PageTitle title={t('ui.crash.title')} />
        <ErrorScreen error={error} onRetry={retry} region />
      </>
    );
  }
  return (
    <>
      <PageTitle title={t('ui.failed.title')} />
      <FailedState error={error} onRetry={retry} />
    </>
  );
}
