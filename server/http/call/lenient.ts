import type { z } from 'zod';

interface Definition {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  in?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  entries?: Record<string, string>;
}

const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition;

// Where the number of an enumeration on the wire is not its index in our list.
const unusualNumbers: Record<string, string> = { '-1': 'NotFound', '32': 'Isolated', '255': 'Custom' };

function readEnum(entries: Record<string, string>, value: unknown): unknown {
  const names = Object.values(entries);
  if (typeof value === 'string') {
    if (names.includes(value)) return value;
    const lower = value.toLowerCase();
    const found = names.find((name) => name.toLowerCase() === lower);
    if (found) return found;
  }
  const number = typeof value === 'number' ? value : typeof value === 'string' && /^-?\d+$/.test(value) ? +value : null;
  if (number === null) return value;
  const unusual = unusualNumbers[number];
  return unusual && names.includes(unusual) ? unusual : (names[number] ?? value);
}

function readNumber(schema: z.ZodType, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  const isTime = (schema as z.ZodNumber).meta?.()?.wire === 'time';
  const parsed = isTime && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(parsed) ? value : parsed;
}

function readObject(shape: Record<string, z.ZodType>, value: object): unknown {
  const names = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name]));
  const result: Record<string, unknown> = {};
  for (const [given, member] of Object.entries(value)) {
    // Assigning it would give the result another prototype, and with it members that were not sent.
    if (given === '__proto__') continue;
    const name = Object.hasOwn(shape, given) ? given : (names.get(given.toLowerCase()) ?? given);
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    result[name] = schema ? readLeniently(schema, member) : member;
  }
  return result;
}

/**
 * Accepts what clients of the wire format send: member names in any case, numbers as texts, enumeration names in any
 * case or as numbers, ISO 8601 times. Other values stay unchanged, for the schema to refuse.
 */
export function readLeniently(schema: z.ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'object':
      return typeof value === 'object' && !Array.isArray(value) ? readObject(definition.shape ?? {}, value) : value;
    case 'array': {
      const { element } = definition;
      return Array.isArray(value) && element ? value.map((item) => readLeniently(element, item)) : value;
    }
    case 'enum':
      return readEnum(definition.entries ?? {}, value);
    case 'number':
      return readNumber(schema, value);
    case 'pipe':
      return definition.in ? readLeniently(definition.in, value) : value;
    default:
      return definition.innerType ? readLeniently(definition.innerType, value) : value;
  }
}

interface Place {
  value: unknown;
  name?: string;
  parent?: Place;
}

function pathOf(place: Place): string[] {
  const path: string[] = [];
  for (let at: Place | undefined = place; at?.name !== undefined; at = at.parent) path.push(at.name);
  return path.reverse();
}

export function findText(value: unknown, matches: (text: string) => boolean): string[] | undefined {
  // An explicit stack, because values may be nested deeper than the call stack.
  const left: Place[] = [{ value }];
  for (let place = left.pop(); place; place = left.pop()) {
    if (typeof place.value === 'string' && matches(place.value)) return pathOf(place);
    if (typeof place.value !== 'object' || place.value === null) continue;
    for (const [name, member] of Object.entries(place.value)) {
      const next = { value: member, name, parent: place };
      if (matches(name)) return pathOf(next);
      left.push(next);
    }
  }
  return undefined;
}
