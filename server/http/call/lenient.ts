import { wireNumbers } from '@vexil/contract/wire';
import { z } from 'zod';

function readEnum(schema: z.ZodEnum, value: unknown): unknown {
  const names = Object.values(schema.enum);
  if (typeof value === 'string') {
    if (names.includes(value)) return value;
    const lower = value.toLowerCase();
    const found = names.find((name) => String(name).toLowerCase() === lower);
    if (found) return found;
  }
  const number = typeof value === 'number' ? value : typeof value === 'string' && /^-?\d+$/.test(value) ? +value : null;
  if (number === null) return value;
  const numbers = wireNumbers.get(schema);
  return names.find((name) => numbers?.[name] === number) ?? names[number] ?? value;
}

function readNumber(schema: z.ZodNumber, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  const isTime = schema.meta()?.wire === 'time' && /^\d{4}-\d\d-\d\dT/.test(value);
  const parsed = isTime ? Date.parse(value) : Number.NaN;
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

/** Optional, nullable, with a default and the like. */
const isWrapper = (schema: z.ZodType): schema is z.ZodOptional => 'unwrap' in schema;

/**
 * Accepts what clients of the wire format send: member names in any case, numbers as texts, enumeration names in any
 * case or as numbers, ISO 8601 times. Other values stay unchanged, for the schema to refuse.
 */
export function readLeniently(schema: z.ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (schema instanceof z.ZodObject) {
    return typeof value === 'object' && !Array.isArray(value) ? readObject(schema.shape, value) : value;
  }
  if (schema instanceof z.ZodArray) {
    const element = schema.element as z.ZodType;
    return Array.isArray(value) ? value.map((item) => readLeniently(element, item)) : value;
  }
  if (schema instanceof z.ZodEnum) return readEnum(schema, value);
  if (schema instanceof z.ZodNumber) return readNumber(schema, value);
  if (schema instanceof z.ZodPipe) return readLeniently(schema.in as z.ZodType, value);
  return isWrapper(schema) ? readLeniently(schema.unwrap() as z.ZodType, value) : value;
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
