import fc from 'fast-check';
import { z } from 'zod';
import { anyText, anyValue, hostileNumbers } from './hostile';

/** Existing values by the name of the member or parameter. */
export type Pools = Readonly<Record<string, readonly unknown[]>>;

interface Definition {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  in?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  entries?: Record<string, string>;
  values?: readonly unknown[];
  options?: readonly z.ZodType[];
  valueType?: z.ZodType;
  getter?: () => z.ZodType;
}

interface Limits {
  type?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}

const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition;
const limitsOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Limits;

const isOptional = (schema: z.ZodType) => ['optional', 'default', 'prefault'].includes(definitionOf(schema).type);

function textOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const { minLength = 0, maxLength = 200, format, pattern } = limitsOf(schema);
  if (format === 'email') return fc.nat(10_000).map((number) => `someone${number}@example.test`);
  if (format === 'guid' || format === 'uuid') return fc.uuid();
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: 'grapheme-ascii', minLength, maxLength: Math.min(maxLength, minLength + 60) });
}

function numberOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const { type, minimum, maximum = 100_000, exclusiveMinimum = -1000 } = limitsOf(schema);
  const min = Math.max(minimum ?? exclusiveMinimum, Number.MIN_SAFE_INTEGER);
  const max = Math.max(min, Math.min(maximum, Number.MAX_SAFE_INTEGER));
  const ends = fc.constantFrom(min, max);
  if (type === 'integer')
    return fc.oneof(
      ends,
      fc.maxSafeInteger().map((number) => min + (Math.abs(number) % (max - min + 1))),
    );
  return fc.oneof(ends, fc.double({ min, max, noNaN: true }));
}

/** One invalid member in so many, so that some requests with many members still reach the handler. */
const faultIn = 7;

/** Valid values for a schema of the contract. With `wild`, one member in seven is invalid, missing or unknown. */
export function arbitraryOf(schema: z.ZodType, pools: Pools, wild: boolean, name = ''): fc.Arbitrary<unknown> {
  const inner = (one: z.ZodType, its = name) => arbitraryOf(one, pools, wild, its);
  const plain = plainOf(schema, inner);
  const pool = pools[name];
  const known = pool ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...pool) }, plain) : plain;
  return wild ? fc.oneof({ weight: faultIn, arbitrary: known }, faultOf(schema)) : known;
}

function faultOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const { type } = definitionOf(schema);
  if (type === 'string') return fc.oneof({ weight: 3, arbitrary: anyText }, anyValue);
  if (type === 'number') return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...hostileNumbers) }, anyValue);
  return anyValue;
}

type Inner = (schema: z.ZodType, name?: string) => fc.Arbitrary<unknown>;

function plainOf(schema: z.ZodType, inner: Inner): fc.Arbitrary<unknown> {
  const definition = definitionOf(schema);
  const { innerType, element, options, shape, entries = {}, values = [], valueType } = definition;
  switch (definition.type) {
    case 'string':
      return textOf(schema);
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(entries));
    case 'literal':
      return fc.constantFrom(...values);
    case 'nullable':
      return fc.oneof({ weight: 4, arbitrary: inner(innerType as z.ZodType) }, fc.constant(null));
    case 'array':
      return fc.array(inner(element as z.ZodType), { maxLength: 3 });
    case 'object':
      return objectOf(shape ?? {}, inner);
    case 'record':
      return fc.dictionary(anyText, inner(valueType as z.ZodType), { maxKeys: 3 });
    case 'union':
      return fc.oneof(...(options ?? []).map((option) => inner(option)));
    case 'pipe':
      return inner(definition.in as z.ZodType);
    case 'lazy':
      return inner(definition.getter?.() as z.ZodType);
    default:
      return innerType ? inner(innerType) : anyValue;
  }
}

function objectOf(shape: Record<string, z.ZodType>, inner: Inner): fc.Arbitrary<unknown> {
  const members = Object.entries(shape);
  const requiredKeys = members.filter(([, member]) => !isOptional(member)).map(([name]) => name);
  const model = Object.fromEntries(members.map(([name, member]) => [name, inner(member, name)]));
  return fc.record(model, { requiredKeys });
}

/** Removes members of an object and adds others. */
export function disturbed(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({ drop: fc.nat(9), add: fc.dictionary(anyText, anyValue, { maxKeys: 2 }) });
  return fc.tuple(value, change).map(([given, { drop, add }]) => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
    const members = Object.entries(given).filter((_, index) => index !== drop);
    return Object.fromEntries([...members, ...Object.entries(add)]);
  });
}
