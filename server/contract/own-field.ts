import { fieldKinds, fieldVisibilities } from '@vexil/db/enums/own-field';
import { z } from 'zod';
import { problem, reportTwice } from './field';
import {
  fieldChoiceLengthMax,
  fieldChoicesMax,
  fieldNameLengthMax,
  fieldValueLengthMax,
  ownFieldsMax,
} from './own-field.limits';
import { shownName } from './wire';

const FieldId = z.string().regex(/^[a-z0-9-]{1,32}$/);

export const OwnField = z.object({
  id: FieldId.describe('Names the values; stays when the field is renamed'),
  name: shownName(fieldNameLengthMax),
  kind: z.enum(fieldKinds),
  choices: z.array(shownName(fieldChoiceLengthMax)).max(fieldChoicesMax).default([]).describe('Of the kind Choice'),
  required: z.boolean().default(false).describe('Whether it has to be answered; No is an answer'),
  visibility: z.enum(fieldVisibilities).default('Staff').describe('Who sees the values, beside their owner'),
});

/** In their order. A field that is left out is removed with its values. */
export const OwnFields = z
  .array(OwnField)
  .max(ownFieldsMax)
  .superRefine((fields, ctx) => {
    for (const member of ['id', 'name'] as const) {
      reportTwice(
        ctx,
        fields.map((field) => field[member].toLowerCase()),
        (at) => [at, member],
      );
    }
    for (const [at, { kind, choices }] of fields.entries()) {
      reportTwice(ctx, choices, (index) => [at, 'choices', index]);
      if (kind !== 'Choice' || choices.length > 0) continue;
      ctx.addIssue({ code: 'custom', path: [at, 'choices'], ...problem('field.missing') });
    }
  });

/** By the id of the field; the service checks them by its kind, and names it. */
const FieldValues = z.record(FieldId, z.union([z.string(), z.boolean()]).nullable());
export const FieldValuesBody = FieldValues.nullish().describe(
  'Values of own fields by their id: a text, one of the choices, or whether; empty or null: no answer',
);

export const FieldValue = z.object({
  id: z.string().describe('Of the field'),
  name: z.string().describe('Of the field'),
  value: z.union([z.string(), z.boolean()]).describe('A text, one of the choices, or whether'),
});
export type FieldValue = z.infer<typeof FieldValue>;

const ShownValue = z.object({
  id: FieldId.describe('Of the field'),
  value: z
    .union([z.string().max(2 * fieldValueLengthMax), z.boolean()])
    .describe('A text, one of the choices, or whether'),
});
export const ShownValuesBody = z
  .union([FieldValues, z.array(ShownValue).max(ownFieldsMax)])
  .nullish()
  .describe('As `FieldValuesBody`, or as a reply shows them');
