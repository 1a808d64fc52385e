import type { QueryClient } from '@tanstack/react-query';
import { captchaEndpoints } from '@vexil/contract/captcha.endpoints';
import { routeQuery } from '../../api/route-query';

/** Which captcha forms use, asked once: a failure leaves the form usable, and a refusal about a captcha asks again. */
export const captchaQuery = () => ({
  ...routeQuery(captchaEndpoints.info),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: false,
});

/** For loaders: avoids a layout shift. A failure does not block the page. */
export const loadCaptcha = (queryClient: QueryClient): Promise<void> => queryClient.prefetchQuery(captchaQuery());
