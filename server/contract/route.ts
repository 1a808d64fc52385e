import { z } from 'zod';
import type { Endpoint, Endpoints } from './endpoint';
import type { ErrorCode } from './errors';
import type { Scope } from './scope.rules';

/**
 * `organiser` and `observer`: staff of the game that `:id` or `gameBy` names; administrators and monitors count as
 * such.
 */
export const accesses = ['Anonymous', 'User', 'Monitor', 'Admin', 'organiser', 'observer'] as const;
type Access = (typeof accesses)[number];

/** Spent besides the general budget. */
const rateClasses = [
  'login',
  'register',
  'query',
  'submit',
  'container',
  'upload',
  'planFile',
  'team',
  'captcha',
  'mailTest',
  'proxy',
] as const;
export type RateClass = (typeof rateClasses)[number];

/** Bytes. */
export const bodyBytesMaxDefault = 16 * 1024;

export const Empty = z.undefined();

/** The handler streams the reply. */
export const Binary = z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' });

export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> extends Endpoint {
  access: Access;
  /** For staff routes whose path names a challenge or container instead of a game. */
  gameBy?: 'challenge' | 'container';
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Bytes, when not `bodyBytesMaxDefault`. */
  bodyBytesMax?: number;
  reply: Reply;
  /** Without `account.*` and `request.*`, which follow from access and schemas. */
  errors: readonly ErrorCode[];
  rate?: RateClass;
  /** Overrides `scopeOf`; null: never with an API token. */
  scope?: Scope | null;
  /**
   * Asks a session to have proved a factor within the last minutes: `factor` where the account has one, `always` else the
   * password. Tokens are not asked.
   */
  stepUp?: 'factor' | 'always';
  /** Open to a session whose account lacks a second factor that is required of it, or has not accepted the terms. */
  beforeFactor?: true;
  /** For tokens of players alone, whatever their scopes: it makes calls for them, which ask for theirs. */
  playersTool?: true;
  /** The handler may refuse before the upgrade. */
  upgrade?: 'websocket';
  /** For older clients; not used by the web. */
  alias?: boolean;
}

/** What a route says beside its endpoint. */
type Declaration = Omit<Route, keyof Endpoint>;

type SchemaIn<D, Name extends string> = D extends { [name in Name]: infer S extends z.ZodType } ? S : z.ZodUndefined;

type Declared<E extends Endpoint, D> = E &
  Route<SchemaIn<D, 'params'>, SchemaIn<D, 'query'>, SchemaIn<D, 'body'>, SchemaIn<D, 'reply'>> & {
    access: D extends { access: infer A extends Access } ? A : never;
  };

/** Refuses a member that no route has, and a call that no endpoint has. */
type Exact<R, Name> = {
  [K in keyof R]: K extends Name ? Record<Exclude<keyof R[K], keyof Declaration>, never> : never;
};

/** What a path names may be absent. */
function absencesOf({ path }: Endpoint): ErrorCode[] {
  if (!/\/games?\/:id(\/|$)/.test(path)) return [];
  return path.includes(':challengeId') ? ['game.notFound', 'challenge.notFound'] : ['game.notFound'];
}

/**
 * A route for each endpoint. `shared` holds for all of them that do not say otherwise; a route without `reply` answers with
 * an empty body. Calls of a game and a challenge may refuse with their `notFound` without saying so.
 */
export function defineRoutes<const E extends Endpoints, const S extends Partial<Declaration> = Record<never, never>>(
  endpoints: E,
  shared?: S & Record<Exclude<keyof S, keyof Declaration>, never>,
) {
  type One = Partial<Declaration> & Omit<Pick<Declaration, 'access' | 'summary'>, keyof S>;
  return <const R extends Record<keyof E, One>>(
    routes: R & Exact<R, keyof E>,
  ): { [K in keyof E & keyof R]: Declared<E[K], Omit<S, keyof R[K]> & R[K]> } => {
    const all = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => {
      const route: Partial<Declaration> = { reply: Empty, errors: [], ...shared, ...routes[name] };
      return [name, { ...endpoint, ...route, errors: [...absencesOf(endpoint), ...(route.errors ?? [])] }];
    });
    return Object.fromEntries(all);
  };
}

export type ParamsOf<R extends Route> = R extends Route<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never;
export type QueryOf<R extends Route> = R extends Route<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never;
export type BodyOf<R extends Route> = R extends Route<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never;
export type ReplyOf<R extends Route> = R extends Route<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never;

type Given<K extends string, T> = [T] extends [undefined] ? { [key in K]?: undefined } : { [key in K]: T };
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

export type CallInput<R extends Route> = (R extends Route<infer P, infer Q, infer B, z.ZodType>
  ? Given<'params', InputOf<P>> &
      (Record<string, never> extends InputOf<Q> ? { query?: InputOf<Q> } : Given<'query', InputOf<Q>>) &
      Given<'body', InputOf<B>>
  : never) & { files?: readonly File[] };
