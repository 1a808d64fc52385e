import { enumerations, models } from './catalogue.models';

type Members = Record<string, string>;

/** A type that begins with `~` is of a member that may be left out. */
function membersOf(model: string): Members {
  const pairs = model.split(' ').map((member) => member.replace('+', '').split(':') as [string, string]);
  return Object.fromEntries(pairs);
}

const primitives: Record<string, (value: unknown) => boolean> = {
  json: () => true,
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  int: Number.isSafeInteger,
  ms: Number.isSafeInteger,
  number: Number.isFinite,
  guid: (value) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
};

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function compareMembers(members: Members, value: unknown, at: string): string[] {
  if (!isPlain(value)) return [`${at} is ${JSON.stringify(value)}, not an object`];
  const missing = Object.keys(members).filter((name) => !members[name]?.startsWith('~') && !Object.hasOwn(value, name));
  const unnamed = Object.keys(value).filter((name) => !Object.hasOwn(members, name));
  return [
    ...missing.map((name) => `${at}.${name} is missing`),
    ...unnamed.map((name) => `${at}.${name} is not named`),
    ...Object.entries(members).flatMap(([name, type]) =>
      Object.hasOwn(value, name) ? compareShape(type.replace('~', ''), value[name], `${at}.${name}`) : [],
    ),
  ];
}

/**
 * Compares a reply with a type of catalogue.models.ts: exactly the named members, nulls included. Returns the differences.
 */
export function compareShape(type: string, value: unknown, at = 'reply'): string[] {
  if (type.endsWith('?')) return value === null ? [] : compareShape(type.slice(0, -1), value, at);
  if (type.endsWith('{}')) {
    if (!isPlain(value)) return [`${at} is no object`];
    return Object.entries(value).flatMap(([name, member]) => compareShape(type.slice(0, -2), member, `${at}.${name}`));
  }
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) return [`${at} is no list`];
    return value.flatMap((item, index) => compareShape(type.slice(0, -2), item, `${at}[${index}]`));
  }
  const item = /^Page<(.+)>$/.exec(type)?.[1];
  if (item) return compareMembers({ data: `${item}[]`, length: 'int', total: 'int' }, value, at);
  const isPrimitive = primitives[type];
  if (isPrimitive) return isPrimitive(value) ? [] : [`${at} is ${JSON.stringify(value)}, not ${type}`];
  const names = enumerations[type];
  if (names) return names.split(' ').includes(value as string) ? [] : [`${at} is ${JSON.stringify(value)}, no ${type}`];
  const model = models[type];
  if (!model) throw new Error(`The catalogue names a type that it does not describe: ${type}`);
  return compareMembers(membersOf(model), value, at);
}
