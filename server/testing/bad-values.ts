import { readLeniently } from '@vexil/http/call/lenient';
import { z } from 'zod';

interface Definition {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  in?: z.ZodType;
  shape?: Record<string, z.ZodType>;
}

const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition;
const wrappers = new Set(['optional', 'nullable', 'default', 'prefault', 'pipe', 'readonly', 'nonoptional']);

/** The schema without its optional and nullable wrappers. */
function coreOf(schema: z.ZodType): z.ZodType {
  const { type, innerType, in: input } = definitionOf(schema);
  const inner = wrappers.has(type) ? (innerType ?? input) : undefined;
  return inner ? coreOf(inner) : schema;
}

const ofWrongType: Record<string, readonly unknown[]> = {
  string: [5, true, {}, []],
  number: ['x', true, {}, '', 'NaN'],
  boolean: ['x', 5, {}],
  enum: ['Nonsense', 99, {}, ''],
  array: [{}, 'x', 5],
  object: [[], 'x', 5],
};

/** Values just outside the limits of a text, a number or a list. */
function beyondLimits(schema: z.ZodType): unknown[] {
  const limits = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<string, number | undefined>;
  const { minLength, maxLength, minimum, maximum, maxItems } = limits;
  return [
    ...(minLength ? ['a'.repeat(minLength - 1)] : []),
    ...(maxLength === undefined ? [] : ['a'.repeat(maxLength + 1), 'a'.repeat(maxLength * 2 + 1000)]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(maxItems === undefined ? [] : [new Array(maxItems + 1).fill(null)]),
  ];
}

const ofType: Record<string, readonly unknown[]> = {
  string: ['a\0b', ' ', '\ud800'],
  number: [-1, 1e308, -1e308, 2 ** 53, 1.5],
};

const missing = Symbol('missing');

export interface BadCase {
  /** Description for failure messages. */
  what: string;
  value: unknown;
  /** The member that the error must name. */
  path: string;
  /** Whether the schema refuses it; otherwise the handler may. */
  isRefused: boolean;
}

const show = (value: unknown) => (value === missing ? 'nothing' : (JSON.stringify(value) ?? 'undefined').slice(0, 40));

function membersOf(schema: z.ZodType, valid: unknown, path: string[]): { path: string[]; schema: z.ZodType }[] {
  const core = coreOf(schema);
  const { shape, element } = definitionOf(core);
  if (shape) {
    const known = (valid ?? {}) as Record<string, unknown>;
    return Object.entries(shape).flatMap(([name, member]) => [
      { path: [...path, name], schema: member },
      ...(typeof known[name] === 'object' ? membersOf(member, known[name], [...path, name]) : []),
    ]);
  }
  const first = Array.isArray(valid) ? valid[0] : undefined;
  return element && first !== undefined ? membersOf(element, first, [...path, '0']) : [];
}

function withValue(target: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  const copy = (Array.isArray(target) ? [...target] : { ...(target as object) }) as Record<string, unknown>;
  if (rest.length === 0 && value === missing) delete copy[name];
  else copy[name] = withValue(copy[name], rest, value);
  return copy;
}

/** Every member of a valid value, invalid in every way that its schema suggests, one at a time. */
export function badCasesOf(schema: z.ZodType, valid: unknown): BadCase[] {
  const whole = { path: [], schema };
  return [whole, ...membersOf(schema, valid, [])].flatMap(({ path, schema: member }) => {
    const core = coreOf(member);
    const { type } = definitionOf(core);
    const wrong = [null, ...(ofWrongType[type] ?? [{}]), ...beyondLimits(core), ...(ofType[type] ?? [])];
    const values = path.length === 0 ? wrong : [missing, ...wrong];
    return values.map((bad) => {
      const value = withValue(valid, path, bad);
      const hasNul = typeof bad === 'string' && bad.includes('\0');
      const isRefused = hasNul || !schema.safeParse(readLeniently(schema, value)).success;
      return { what: `${path.join('.') || 'all of it'} is ${show(bad)}`, value, path: path.join('.'), isRefused };
    });
  });
}
