/** For fields that take a name, a path or an expression, and no words. */
export const codeField = { classNames: { input: 'mono' }, autoComplete: 'off', spellCheck: false } as const;
