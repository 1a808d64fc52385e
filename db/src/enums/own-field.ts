export const fieldKinds = ['Text', 'Choice', 'YesNo'] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** Who sees the values, beside their owner. */
export const fieldVisibilities = ['Staff', 'Public'] as const;
export type FieldVisibility = (typeof fieldVisibilities)[number];

/** A question of the platform's or of a game's own. */
export interface OwnField {
  /** Names the values; stays when the field is renamed. */
  id: string;
  name: string;
  kind: FieldKind;
  choices: string[];
  required: boolean;
  visibility: FieldVisibility;
}

/** By the id of the field; one without an answer is absent. */
export type FieldValues = Record<string, string | boolean>;
