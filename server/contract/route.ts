import { z } from 'zod';
import type { Endpoint } from './endpoint';
import type { ErrorCode } from './errors';
import type { Scope } from './scope.rules';

/**
 * Who may call: anyone, at least this role, or staff of the game that `:id` (or `gameBy`) names
 * (administrators count as organisers, monitors as observers).
 */
export const accesses = ['Anonymous', 'User', 'Monitor', 'Admin', 'organiser', 'observer'] as const;
type Access = (typeof accesses)[number];

/** Which budget of requests a call spends, besides the general one. */
const rateClasses = [
  'login',
  'register',
  'query',
  'submit',
  'container',
  'upload',
  'team',
  'captcha',
  'proxy',
] as const;
export type RateClass = (typeof rateClasses)[number];

/** Most bytes of a JSON body where its route does not say otherwise. */
export const bodyBytesMaxDefault = 16 * 1024;

/** The reply of calls that answer 200 with an empty body. */
export const Empty = z.undefined();

/** The reply of calls that stream bytes; the handler answers by itself. */
export const Binary = z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' });

export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> extends Endpoint {
  access: Access;
  /** Calls for staff whose path names no game: `:challengeId` or `:id` of a container does, and its game counts. */
  gameBy?: 'challenge' | 'container';
  /** One line for the API's pages. */
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Most bytes of the body, where they are not `bodyBytesMaxDefault`: whatever the schema takes has to fit. */
  bodyBytesMax?: number;
  reply: Reply;
  /** Beyond `account.*` and `request.*`, which come with access and schemas. */
  errors: readonly ErrorCode[];
  rate?: RateClass;
  /** Where it is not the one that follows from path and method (`scopeOf`); null: never with an API token. */
  scope?: Scope | null;
  /** A GET may become a WebSocket; the handler decides and answers before, so that it can still refuse. */
  upgrade?: 'websocket';
  /** Kept for older clients; left out of the web's use. */
  alias?: boolean;
}

/** Declares a call once, for server, web and documentation. */
export function defineRoute<
  Reply extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(route: Route<Params, Query, Body, Reply>): Route<Params, Query, Body, Reply> {
  return route;
}

export type ParamsOf<R extends Route> = R extends Route<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never;
export type QueryOf<R extends Route> = R extends Route<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never;
export type BodyOf<R extends Route> = R extends Route<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never;
export type ReplyOf<R extends Route> = R extends Route<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never;

type Given<K extends string, T> = [T] extends [undefined] ? { [key in K]?: undefined } : { [key in K]: T };
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a caller has to give: only the parts the route declares. */
export type CallInput<R extends Route> = (R extends Route<infer P, infer Q, infer B, z.ZodType>
  ? Given<'params', InputOf<P>> &
      (Record<string, never> extends InputOf<Q> ? { query?: InputOf<Q> } : Given<'query', InputOf<Q>>) &
      Given<'body', InputOf<B>>
  : never) & { files?: readonly File[] };
