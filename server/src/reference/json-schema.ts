import { z } from 'zod';
import { describeField } from './field-texts';

export type Json = Record<string, unknown>;
export type Side = 'input' | 'output';

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

// Bounds that every safe integer has say nothing, `wire` is for our own reader, and readers must accept new members.
function tidy(schema: Json): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  delete schema.wire;
}

function withTexts(value: unknown, model: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((entry) => withTexts(entry, model));
  if (!isJson(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withTexts(entry, model)]));
  if (!isJson(copy.properties)) return copy;
  for (const [name, property] of Object.entries(copy.properties)) {
    if (!isJson(property) || typeof property.description === 'string') continue;
    const text = describeField(name, model);
    if (text !== undefined) property.description = text;
  }
  return copy;
}

/** A model that is read otherwise than it is written has a second entry, `<name>Input`. */
export class SchemaBook {
  readonly models: Record<string, Json> = {};
  private readonly registry: z.core.$ZodRegistry<{ id: string }>;

  constructor(registry: z.core.$ZodRegistry<{ id: string }>) {
    this.registry = registry;
  }

  of(schema: z.ZodType, side: Side): Json {
    const { $schema: _, $defs, ...json } = this.convert(schema, side);
    const definitions = Object.entries(isJson($defs) ? $defs : {}) as [string, Json][];
    const names = new Map(definitions.map(([id, definition]) => [id, this.nameFor(id, definition, side)]));
    for (const [id, definition] of definitions) {
      this.models[names.get(id) ?? id] ??= this.rename(withTexts(definition, id) as Json, names);
    }
    return this.rename(withTexts(json, undefined) as Json, names);
  }

  private convert(schema: z.ZodType, io: Side): Json {
    return z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      metadata: this.registry,
      override: ({ zodSchema, jsonSchema }) => {
        const source = zodSchema as unknown as z.ZodType;
        const meta = z.globalRegistry.get(source);
        if (meta) Object.assign(jsonSchema, meta);
        tidy(jsonSchema as Json);
      },
    }) as Json;
  }

  private nameFor(id: string, definition: Json, side: Side): string {
    const known = this.models[id];
    const unlike =
      known !== undefined &&
      JSON.stringify(known) !== JSON.stringify(this.rename(withTexts(definition, id), new Map()));
    return unlike && side === 'input' ? `${id}Input` : id;
  }

  private rename<T>(value: T, names: ReadonlyMap<string, string>): T {
    const text = JSON.stringify(value).replace(
      /"#\/\$defs\/([^"]+)"/g,
      (_, id: string) => `"#/components/schemas/${names.get(id) ?? id}"`,
    );
    return JSON.parse(text) as T;
  }
}
