import { exampleOfField } from './field-texts';
import type { Json } from './json-schema';

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

function exampleOfText(schema: Json): string {
  const text = schema.format === 'uuid' ? '01890a5d-ac96-774b-bcce-b302099a8057' : 'text';
  const lengthMin = typeof schema.minLength === 'number' ? schema.minLength : 0;
  return text.padEnd(lengthMin, 'x');
}

function exampleOfNumber(schema: Json): number {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema as { minimum?: number; maximum?: number };
  return Math.min(Math.max(1, minimum), maximum);
}

const depthMax = 8;

/** The schema's own example or default, or what a member of this name usually holds. */
function saidExample(schema: Json, name: string): unknown {
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  const known = exampleOfField(name);
  if (Array.isArray(schema.enum)) return known !== undefined && schema.enum.includes(known) ? known : schema.enum[0];
  const isLeaf = schema.type !== 'object' && schema.type !== 'array';
  return isLeaf && known !== undefined && fits(known, schema) ? known : schema.default;
}

/** What is said of it, else the smallest value. */
export function exampleOf(schema: Json, models: Record<string, Json>, name = '', depth = 0): unknown {
  if (typeof schema.$ref === 'string') {
    const model = models[schema.$ref.replace('#/components/schemas/', '')];
    return model && depth < depthMax ? exampleOf(model, models, name, depth + 1) : {};
  }
  const said = saidExample(schema, name);
  if (said !== undefined) return said;
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) {
    const first = choices.find(({ type }) => type !== 'null') ?? choices[0];
    return first ? exampleOf(first, models, name, depth) : null;
  }
  return smallestOf(schema, models, name, depth);
}

function smallestOf(schema: Json, models: Record<string, Json>, name: string, depth: number): unknown {
  switch (schema.type) {
    case 'object':
      return exampleOfObject(schema, models, depth);
    case 'array':
      return isJson(schema.items) && depth < depthMax ? [exampleOf(schema.items, models, name, depth + 1)] : [];
    case 'integer':
    case 'number':
      return exampleOfNumber(schema);
    case 'boolean':
      return false;
    case 'string':
      return exampleOfText(schema);
    default:
      return null;
  }
}

function fits(value: unknown, schema: Json): boolean {
  const types = [schema, ...((schema.anyOf as Json[] | undefined) ?? [])].map(({ type }) => type);
  if (typeof value === 'string') return types.includes('string');
  if (typeof value === 'number') return types.includes('integer') || types.includes('number');
  return typeof value === 'boolean' && types.includes('boolean');
}

function exampleOfObject(schema: Json, models: Record<string, Json>, depth: number): Json {
  if (depth >= depthMax) return {};
  if (isJson(schema.properties)) {
    const members = Object.entries(schema.properties).filter((entry): entry is [string, Json] => isJson(entry[1]));
    return Object.fromEntries(members.map(([key, value]) => [key, exampleOf(value, models, key, depth + 1)]));
  }
  if (!isJson(schema.additionalProperties)) return {};
  const keys =
    isJson(schema.propertyNames) && Array.isArray(schema.propertyNames.enum) ? schema.propertyNames.enum : [];
  return { [String(keys[0] ?? '1')]: exampleOf(schema.additionalProperties, models, '', depth + 1) };
}
