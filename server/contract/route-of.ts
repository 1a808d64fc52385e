import type { Endpoint } from './endpoint';
import type * as modules from './modules';
import type { Route } from './route';

type Address<E extends Endpoint> = `${E['method']} ${E['path']}`;

type ByAddress<Group> = {
  [Name in keyof Group as Group[Name] extends Endpoint ? Address<Group[Name]> : never]: Group[Name];
};

type Groups<Module> = Module extends unknown
  ? { [Name in keyof Module]: Name extends `${string}Routes` ? ByAddress<Module[Name]> : never }[keyof Module]
  : never;

type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Every) => void
  ? Every
  : never;

type Modules = typeof modules;
type Routes = All<Groups<Modules[keyof Modules]>>;

type Known<Key> = Key extends keyof Routes ? (Routes[Key] extends infer R extends Route ? R : never) : never;

/** Types only: routes stay out of the browser. */
export type RouteOf<E extends Endpoint> = E extends Endpoint ? Known<Address<E>> : never;
