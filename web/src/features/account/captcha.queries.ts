import type { QueryClient } from '@tanstack/react-query';
import { captchaEndpoints } from '@vexil/contract/captcha.endpoints';
import { routeQuery } from '../../api/route-query';

/** Which captcha forms use. If this fails, the form still works and the server reports what is missing. */
export const captchaQuery = () => ({ ...routeQuery(captchaEndpoints.info), staleTime: 60_000, retry: false });

/** For loaders: avoids a layout shift. A failure does not block the page. */
export const loadCaptcha = (queryClient: QueryClient): Promise<void> => queryClient.prefetchQuery(captchaQuery());
