import { problem } from '@vexil/contract/field';
import { languages } from '@vexil/contract/languages';
import fields from '@vexil/contract/locales/en-US/fields.json';
import { filled, optionalName, shownName, text } from '@vexil/contract/wire';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeIssue } from './field-text';
import { findText, readLeniently } from './lenient';

const said = (schema: z.ZodType, value: unknown, language: 'en-US' | 'zh-CN' = 'en-US') =>
  schema.safeParse(value, { reportInput: true }).error?.issues.map((issue) => describeIssue(issue, language));

describe('describeIssue', () => {
  it.each<[z.ZodType, unknown, string, string]>([
    [z.string(), undefined, 'is missing', '缺失'],
    [z.string(), null, 'is missing', '缺失'],
    [z.string(), 5, 'must be a text', '必须是文本'],
    [z.int(), 'x', 'must be a number', '必须是数字'],
    [z.int(), 1.5, 'must be a whole number', '必须是整数'],
    [z.boolean(), 'x', 'must be true or false', '必须是 true 或 false'],
    [z.array(z.int()), {}, 'must be a list', '必须是列表'],
    [z.object({}), [], 'must be an object', '必须是对象'],
    [z.enum(['a', 'b']), 'c', 'must be one of a, b', '必须是以下之一：a, b'],
    [z.string().min(1), '', 'may not be blank', '不能为空'],
    [filled(9), ' ', 'may not be blank', '不能为空'],
    [shownName(9), '\u3000 ', 'may not be blank', '不能为空'],
    [shownName(9, 3), ' ab ', 'must have at least 3 characters', '至少 3 个字符'],
    [shownName(2), ' ﬁ1', 'may have at most 2 characters', '最多 2 个字符'],
    [shownName(9), 'a\u200bb', 'has invisible or control characters in it', '含有不可见字符或控制字符'],
    [optionalName(9), 'a\u202eb', 'has invisible or control characters in it', '含有不可见字符或控制字符'],
    [optionalName(1), ' ab ', 'may have at most 1 characters', '最多 1 个字符'],
    [text(64), '😀'.repeat(65), 'may have at most 64 characters', '最多 64 个字符'],
    [shownName(9, 3), '😀a', 'must have at least 3 characters', '至少 3 个字符'],
    [filled(9), '\u200b', 'may not be blank', '不能为空'],
    [
      z.int().refine(() => false, problem('field.zeroOr', { limit: 5 })),
      1,
      'must be 0, or 5 or more',
      '必须为 0，或不小于 5',
    ],
    [z.string().min(3), 'ab', 'must have at least 3 characters', '至少 3 个字符'],
    [z.string().max(1), 'ab', 'may have at most 1 characters', '最多 1 个字符'],
    [z.array(z.int()).max(1), [1, 2], 'may have at most 1 entries', '最多 1 项'],
    [z.int().min(5), 4, 'must be 5 or more', '不能小于 5'],
    [z.int().max(5), 6, 'may be 5 at most', '不能大于 5'],
    [z.number().gt(0), 0, 'must be more than 0', '必须大于 0'],
    [z.email(), 'x', 'is not an e-mail address', '不是有效的邮箱地址'],
    [z.guid(), 'x', 'is not an id', '不是有效的 ID'],
    [z.string().regex(/^a$/), 'b', 'does not have the right form', '格式不正确'],
    [z.string().refine(() => false, problem('field.phone')), 'b', 'is not a phone number', '不是有效的电话号码'],
    [z.string().refine(() => false, 'English only'), 'b', fields['field.value'], '此处不允许该值'],
    [z.string().or(z.int()), {}, fields['field.value'], '此处不允许该值'],
  ])('%# says what is wrong in the language of the caller', (schema, value, english, chinese) => {
    expect(said(schema, value)).toEqual([english]);
    expect(said(schema, value, 'zh-CN')).toEqual([chinese]);
  });

  it('takes as many characters as the limit says, whatever their size', () => {
    for (const schema of [text(64), filled(64), shownName(64), optionalName(64)]) {
      expect(schema.safeParse('😀'.repeat(64)).success).toBe(true);
      expect(schema.safeParse('😀'.repeat(65)).success).toBe(false);
      expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({ maxLength: 64 });
    }
  });

  it('speaks every language, with the values of the rule', () => {
    const issue = z.string().max(7).safeParse('x'.repeat(8), { reportInput: true }).error?.issues[0];
    const complaints = languages.map((language) => (issue ? describeIssue(issue, language) : ''));
    expect(new Set(complaints).size).toBe(languages.length);
    for (const complaint of complaints) expect(complaint).toMatch(/^[^{]*7[^{]*$/);
  });
});

describe('findText', () => {
  const hasNul = (text: string) => text.includes('\0');

  it('gives the path of a text or a name that matches', () => {
    expect(findText('a\0', hasNul)).toEqual([]);
    expect(findText({ list: [{ a: 'x' }, { b: '\0' }] }, hasNul)).toEqual(['list', '1', 'b']);
    expect(findText({ map: { 'a\0': 1 } }, hasNul)).toEqual(['map', 'a\0']);
    expect(findText({ a: [1, null, true, 'x'] }, hasNul)).toBeUndefined();
  });

  it('takes a value nested deeper than the call stack', () => {
    const depth = 200_000;
    expect(findText(JSON.parse(`${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`), hasNul)).toHaveLength(depth);
  });
});

describe('readLeniently', () => {
  it('ignores members that come through the prototype', () => {
    const read = readLeniently(z.object({ role: z.string().optional() }), JSON.parse('{"__proto__":{"role":"Admin"}}'));
    expect((read as { role?: string }).role).toBeUndefined();
  });
});
