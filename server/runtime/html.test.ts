import { describe, expect, it } from 'vitest';
import { type Html, html, joinHtml } from './html';

const worst = `"'><script>&amp;</title>--><!--`;
const escaped = '&quot;&#39;&gt;&lt;script&gt;&amp;amp;&lt;/title&gt;--&gt;&lt;!--';

describe('html', () => {
  it('escapes texts and lists of texts', () => {
    expect(html`<p title="${worst}">${worst}</p>`.markup).toBe(`<p title="${escaped}">${escaped}</p>`);
    expect(html`<p>${[worst, ['<', 1]]}</p>`.markup).toBe(`<p>${escaped}&lt;1</p>`);
  });

  it('leaves nested markup as it is, and nothing as nothing', () => {
    const item = html`<li>${'<'}</li>`;
    expect(html`<ul>${[item, item]}${null}${undefined}${0}</ul>`.markup).toBe('<ul><li>&lt;</li><li>&lt;</li>0</ul>');
    expect(`${joinHtml(['<', item], html`<br>`)} ${joinHtml([1, 2], '&')}`).toBe('&lt;<br><li>&lt;</li> 1&amp;2');
  });

  it('does not take an object for markup that looks like it', () => {
    const disguised = { markup: worst, toString: () => worst } as unknown as Html;
    expect(html`${disguised}`.markup).toBe(escaped);
  });
});
