import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from './html';

const markdown = (text: string) => htmlToMarkdown(text).text;

describe('htmlToMarkdown', () => {
  it.each([
    ['one<br>two<br/>\nthree<BR />', 'one  \ntwo  \nthree'],
    ['<b>b</b> <strong>s</strong> <i>i</i> <em class="x">e</em>', '**b** **s** *i* *e*'],
    ['<p>one</p><p>two</p>', 'one\n\ntwo'],
    ['<a href="https://x.example/?a=1>2" target=_blank>here</a>', '[here](https://x.example/?a=1>2)'],
    ["<a href='x'>one</a> <a>none</a> <a href=y>open", '[one](x) none [open](y)'],
    ['<img alt="A map" src="img/a.png">', '![A map](img/a.png)'],
    ['x<sup>2</sup><sub>10</sub><sup>n</sup><sup>n+1</sup>', 'x²₁₀^n^(n+1)'],
    ['<code>a &lt; b</code> and <code>`</code>', '`a < b` and `` ` ``'],
    ['<pre><code>\nint main() &amp;</code></pre>', '```\nint main() &\n```'],
    ['<h2>Title</h2>text', '## Title\n\ntext'],
    ['<ul><li>one</li><li>two<ol><li>in</li></ol></li></ul>', '- one\n- two\n   1. in'],
    ['<details><summary>more</summary>text</details>', '**more**\n\ntext'],
  ])('turns %j into Markdown', (html, text) => {
    expect(markdown(html)).toBe(text);
  });

  it.each([
    '`<br>` and ``<b>`` stay',
    '```html\n<b>code</b>\n```',
    '#include <stdio.h>, nc <host> <port>, a < b > c, <3, <b',
    'Plain *Markdown* [link](x)',
    '',
  ])('leaves %j', (text) => {
    expect(htmlToMarkdown(text)).toEqual({ text, rest: [] });
  });

  it('names elements that stay as text', () => {
    expect(htmlToMarkdown('<table><tr><td>x</td></tr></table><br><details>y</details>')).toEqual({
      text: '<table><tr><td>x</td></tr></table>  \n\n\ny'.replace('\n\n\n', '\n\n'),
      rest: ['table', 'tr', 'td', 'details'],
    });
  });

  it('takes time in proportion to the length', () => {
    const parts = [
      '<',
      '<b',
      '<a href="',
      "<a '",
      '`',
      '``',
      '<pre>',
      '<code>',
      '<ul><li>',
      '<sup>',
      '<a href=x>',
      '<br',
      '<a b=',
      '~~~',
      '</',
      '<!--',
      'İ',
      '<br>   ',
    ];
    for (const part of parts) {
      const text = part.repeat(Math.ceil(200_000 / part.length));
      const before = process.cpuUsage();
      htmlToMarkdown(text);
      htmlToMarkdown(`${text}>`);
      // Of the processor, which other jobs of the machine do not change.
      expect(process.cpuUsage(before).user, part).toBeLessThan(2_000_000);
    }
  });

  it('never throws and keeps texts without elements', () => {
    const words = [
      '<',
      '>',
      'b',
      '</b>',
      '<a href="',
      '"',
      "'",
      '`',
      '\n',
      ' ',
      'ä',
      '<br>',
      '<li>',
      '</ul>',
      '<pre>',
      '</pre>',
      '&lt;',
    ];
    let seed = 7;
    for (let run = 0; run < 5000; run++) {
      const text = Array.from({ length: 20 }, () => {
        seed = (seed * 48_271) % 2_147_483_647;
        return words[seed % words.length];
      }).join('');
      expect(typeof markdown(text)).toBe('string');
    }
  });
});
