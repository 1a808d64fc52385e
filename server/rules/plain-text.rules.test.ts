import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text.rules';

describe('plainText', () => {
  it.each([
    ['# Rules\n\nBe *kind*, **fair** and `quick`.', 'Rules Be kind, fair and quick.'],
    ['See [the rules](/posts/1) and ![a map](https://x.example/m.png).', 'See the rules and a map.'],
    ['[![a map](/map.png)](https://x.example/a_(bc)) shows it', 'a map shows it'],
    ['>  [!NOTE]\n> Doors open at 9', 'Doors open at 9'],
    ['a word in [!brackets] stays', 'a word in [!brackets] stays'],
    ['- one\n- two\n1. three\n12. twelve', 'one two three twelve'],
    ['## Prizes', 'Prizes'],
    ['one<br>two', 'one two'],
    ['<b>bold</b> & <script>alert(1)</script>', 'bold & alert(1)'],
    ['```python\nprint(1)\n```', 'print(1)'],
    ['`print` and ```more``` within a line', 'print and more within a line'],
    ['~5 minutes', '~5 minutes'],
    ['snake_case stays', 'snake_case stays'],
    ['  ', ''],
  ])('of %j is %j', (markdown, expected) => {
    expect(plainText(markdown, 200)).toBe(expected);
  });

  it('ends at a word', () => {
    expect(plainText('one two three four', 12)).toBe('one two…');
    expect(plainText('unbreakable'.repeat(3), 12)).toHaveLength(12);
    expect(plainText('first, unbreakable', 12)).toBe('first, unbr…');
    expect(plainText('one two', 7)).toBe('one two');
  });

  it('reads the beginning of a long text only', () => {
    expect(plainText(`${'*'.repeat(80)}late`, 10)).toBe('');
  });
});
