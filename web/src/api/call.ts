import type { Endpoint } from '@vexil/contract/endpoint';
import { addressOf, bodyOf, type LooseInput } from '@vexil/contract/request';
import type { CallInput, ReplyOf as ReplyOfRoute } from '@vexil/contract/route';
import type { RouteOf } from '@vexil/contract/route-of';
import { currentLanguage } from '../i18n/translate';
import { ApiError, type ApiErrorBody } from './api-error';
import { learnClock } from './clock';
import { send } from './send';
import { withStepUp } from './step-up';

export type InputOf<E extends Endpoint> = CallInput<RouteOf<E>>;
export type ReplyOf<E extends Endpoint> = ReplyOfRoute<RouteOf<E>>;

type CallOptions = {
  signal?: AbortSignal;
  /** 0 to 1 while the body is sent; for uploads. */
  onProgress?: (part: number) => void;
  /** Arrives even when the page is closed meanwhile; the bodies of such calls are 64 KiB together at most. */
  keepalive?: boolean;
};

/** Input, then options; the input may be left out where nothing in it is needed. */
export type CallArguments<E extends Endpoint> =
  object extends InputOf<E> ? [input?: InputOf<E>, options?: CallOptions] : [input: InputOf<E>, options?: CallOptions];

function errorOf(status: number, text: string, retryAfter: string | null): ApiError {
  const seconds = Number(retryAfter) || undefined;
  try {
    const parsed = JSON.parse(text) as Partial<ApiErrorBody>;
    const code = typeof parsed.code === 'string' ? parsed.code : `status.${status}`;
    return new ApiError({ ...parsed, title: parsed.title ?? '', status, code }, seconds);
  } catch {
    return new ApiError({ title: '', status, code: `status.${status}` }, seconds);
  }
}

/**
 * Makes one call of the contract. Rejects with ApiError when the server refuses, cannot be reached or answers something
 * that is not of ours; with the signal's reason when it is aborted.
 */
export const call = <E extends Endpoint>(endpoint: E, ...given: CallArguments<E>): Promise<ReplyOf<E>> =>
  withStepUp(() => callOnce(endpoint, ...given));

async function callOnce<E extends Endpoint>(endpoint: E, ...[input, options]: CallArguments<E>): Promise<ReplyOf<E>> {
  const loose = (input ?? {}) as LooseInput;
  const { body, headers } = bodyOf(endpoint, loose);

  const answer = await send({
    method: endpoint.method,
    address: addressOf(endpoint, loose),
    headers: { 'Accept-Language': currentLanguage(), Accept: 'application/json', ...headers },
    body,
    ...options,
  });
  learnClock(answer.date, answer.sentAt, answer.receivedAt);

  if (answer.status < 200 || answer.status >= 300) throw errorOf(answer.status, answer.text, answer.retryAfter);
  if (answer.value !== undefined) return answer.value as ReplyOf<E>;
  if (answer.text === '') return undefined as ReplyOf<E>;
  try {
    return JSON.parse(answer.text) as ReplyOf<E>;
  } catch (cause) {
    // A proxy's or an old index page instead of JSON.
    throw Object.assign(new ApiError({ title: '', status: answer.status, code: 'unexpected' }), { cause });
  }
}
