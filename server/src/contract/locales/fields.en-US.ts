/** What can be wrong with one field of a request; `{{name}}` is filled from the rule that was broken. */
export const fieldsEnUS = {
  'field.missing': 'is missing',
  'field.blank': 'may not be blank',
  'field.text': 'must be a text',
  'field.number': 'must be a number',
  'field.integer': 'must be a whole number',
  'field.boolean': 'must be true or false',
  'field.list': 'must be a list',
  'field.object': 'must be an object',
  'field.value': 'is not a value that is possible here',
  'field.option': 'must be one of {{options}}',
  'field.tooShort': 'must have at least {{limit}} characters',
  'field.tooLong': 'may have at most {{limit}} characters',
  'field.tooFew': 'must have at least {{limit}} entries',
  'field.tooMany': 'may have at most {{limit}} entries',
  'field.tooSmall': 'must be {{limit}} or more',
  'field.tooBig': 'may be {{limit}} at most',
  'field.notAbove': 'must be more than {{limit}}',
  'field.notBelow': 'must be less than {{limit}}',
  'field.email': 'is not an e-mail address',
  'field.url': 'is not a web address',
  'field.guid': 'is not an id',
  'field.phone': 'is not a phone number',
  'field.format': 'does not have the right form',
  'field.unstorable': 'has a character in it that cannot be stored',
} as const satisfies Record<string, string>;

export type FieldProblem = keyof typeof fieldsEnUS;
