import type { QueryClient } from '@tanstack/react-query';
import { captchaEndpoints } from '@vexil/contract/captcha.endpoints';
import { routeQuery } from '../../api/route-query';

/** Which captcha forms ask for. A form works without knowing: the server then says what it lacked. */
export const captchaQuery = () => ({ ...routeQuery(captchaEndpoints.info), staleTime: 60_000, retry: false });

/** For a loader: the form has its final height from the beginning. A failure does not keep the page away. */
export const loadCaptcha = (queryClient: QueryClient): Promise<void> => queryClient.prefetchQuery(captchaQuery());
