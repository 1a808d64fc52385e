import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderUi } from '../testing/render';
import { ForeignImagesContext } from './foreign-images';
import { Markdown } from './Markdown';
import { parseMarkdown } from './markdown-parse';

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror="alert(1)">',
  '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](java\tscript:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](javascript&colon;alert(1))',
  '[a](<javascript:alert(1)>)',
  '[a]( javascript:alert(1) "x" onmouseover="alert(1)")',
  '[a](vbscript:msgbox)',
  '[a](data:text/html,<script>alert(1)</script>)',
  '![a](javascript:alert(1))',
  '![a](data:image/svg+xml,<svg onload=alert(1)>)',
  '![a" onerror="alert(1)](/x.png"onerror=alert(1))',
  '[![a](javascript:alert(1))](javascript:alert(1))',
  '<javascript:alert(1)>',
  '[a][b]\n\n[b]: javascript:alert(1)',
  '> <b onclick=alert(1)>\n> > - [x] <script>alert(1)</script> [a](javascript:alert(1))',
  '| <script>alert(1)</script> | [a](javascript:alert(1)) |\n|-|-|\n| <img src=x onerror=alert(1)> | b |',
  '> [!NOTE] <img src=x onerror=alert(1)>',
  '> [!NOTE]\n> <script>alert(1)</script> [a](data:text/html,x)',
  '```html onload=alert(1)\n<script>alert(1)</script>\n```',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '$\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://evil.example/x.png}$',
];

const safeNames = /^(href|title|class|target|rel|src|alt|loading|decoding|referrerpolicy|style|type|disabled|checked)$/;
const harmless =
  /^(aria-|data-|xmlns$|encoding$|display$|mathcolor$|mathvariant$|hidden$|stroke|fill|width$|height$|viewbox$|d$|start$|tabindex$)/;

describe('Markdown', () => {
  it.each(attacks)('makes nothing that runs of %j', async (source) => {
    const { container } = renderUi(<Markdown source={`${source}\n\nend`} />);
    await screen.findByText('end');
    const prose = container.querySelector('div') as HTMLElement;
    expect(prose.querySelector('script, iframe, object, embed, form, base, link, meta')).toBeNull();
    for (const element of prose.querySelectorAll('*')) {
      for (const { name: written, value } of element.attributes) {
        const name = written.toLowerCase();
        expect(safeNames.test(name) || harmless.test(name), `${name} of ${element.tagName}`).toBe(true);
        if (name === 'href' || name === 'src') expect(new URL(value, location.href).protocol).toMatch(/^https?:$/);
      }
    }
  });

  it.each([
    'export PATH=$HOME/bin:$PATH',
    'Between $5 and $10',
    'a$b$ c',
    'US$5 or US$6',
    'cp $A/x $B/y',
    'echo $$PID$$x',
    'é$x$',
    '$x$2',
  ])('has no formula in %s', (source) => {
    expect(JSON.stringify(parseMarkdown(source))).not.toContain('"type":"math"');
  });

  it.each(['$x$', '($x$)', 'so $x$, and', '**$x$**', '$$x^2$$', 'is $x$.'])('has a formula in %s', (source) => {
    expect(JSON.stringify(parseMarkdown(source))).toContain('"type":"math"');
  });

  it('shows HTML as the text that it is', async () => {
    renderUi(<Markdown source={'Hello <b>you</b> &amp; &lt;me&gt; &copy;'} />);
    expect(await screen.findByText('Hello <b>you</b> & <me> ©')).toBeVisible();
  });

  it('opens foreign pages apart, and own ones here', async () => {
    renderUi(<Markdown source="[there](https://example.org) and [here](/games/1)" />);
    const foreign = await screen.findByRole('link', { name: 'there' });
    expect(foreign).toHaveAttribute('target', '_blank');
    expect(foreign.getAttribute('rel')).toMatch(/noopener/);
    expect(screen.getByRole('link', { name: 'here' })).not.toHaveAttribute('target');
  });

  it('shows tables, and code that can be copied', async () => {
    renderUi(<Markdown source={'| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\nprint(1)\n```'} />);
    expect(await screen.findByRole('table')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy code' })).toBeInTheDocument();
    await waitFor(() => expect(document.querySelector('.hljs-number, .hljs-built_in')).not.toBeNull());
  });

  it('asks before it loads the picture of another host', async () => {
    const { user } = renderUi(<Markdown source="![Map](https://pictures.example/map.png) ![Own](/assets/a/map.png)" />);
    expect(await screen.findByRole('img', { name: 'Own' })).toHaveAttribute('src', '/assets/a/map.png');
    expect(screen.queryByRole('img', { name: 'Map' })).toBeNull();
    await user.click(screen.getByRole('button', { name: /Map.*pictures\.example/ }));
    const picture = screen.getByRole('img', { name: 'Map' });
    expect(picture).toHaveAttribute('src', 'https://pictures.example/map.png');
    expect(picture).toHaveAttribute('referrerpolicy', 'no-referrer');
  });

  it('shows only the address of a picture of another host, where such pictures are refused', async () => {
    renderUi(
      <ForeignImagesContext value="refuse">
        <Markdown source="![Map](https://pictures.example/map.png) ![Own](/assets/a/map.png)" />
      </ForeignImagesContext>,
    );
    expect(await screen.findByText('https://pictures.example/map.png')).toBeVisible();
    expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual(['/assets/a/map.png']);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('marks callouts with a word, and leaves other quotes alone', async () => {
    renderUi(<Markdown source={'> [!WARNING]\n> Mind the *gap*.\n\n> [!LATER]\n> not one'} />);
    expect(await screen.findByText('Warning')).toBeVisible();
    expect(screen.getByText('gap').tagName).toBe('EM');
    expect(screen.getByText(/\[!LATER\]/).closest('blockquote')).not.toBeNull();
  });

  it.each(['>', '> ', '1. ', '- ', '['])('shows a text of twenty thousand %o', async (sign) => {
    renderUi(<Markdown source={`${sign.repeat(20_000)}end`} />);
    expect(await screen.findByText(/end$/)).toBeVisible();
  });

  it('names the boxes of tasks by their lines', async () => {
    renderUi(
      <Markdown source={'- [ ] Read the *rules*\n- [x] Join\n  - [ ] Alone\n\n1. [x] Play\n\n   Until four.'} />,
    );
    const boxes = await screen.findAllByRole('checkbox');
    expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([false, true, false, true]);
    for (const [at, name] of ['Read the rules', 'Join', 'Alone', 'Play'].entries()) {
      expect(boxes[at]).toHaveAccessibleName(name);
    }
    expect(screen.queryByText(/\[[ x]\]/)).toBeNull();
    expect(screen.getByText('Until four.')).toBeVisible();
  });

  it('shows a formula with a mistake in the colour of failures, which can be read in both schemes', async () => {
    const { container } = renderUi(<Markdown source={'A $\\frac{1$ of it'} />);
    await waitFor(() => expect(container.querySelector('.katex-error')).not.toBeNull());
    expect(container.querySelector('.katex-error')?.getAttribute('style')).toBe('color:var(--color-danger)');
  });

  it('sets formulas, and leaves prices alone', async () => {
    const { container } = renderUi(<Markdown source={'Between $5 and $10, `$a$`, and $e^{i\\pi}$\n\n$$x^2$$'} />);
    await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(2));
    expect(container.querySelectorAll('.katex-display')).toHaveLength(1);
    expect(screen.getByText(/Between \$5 and \$10/)).toBeVisible();
    expect(screen.getByText('$a$').tagName).toBe('CODE');
  });

  it('survives a text that nests without end', async () => {
    renderUi(<Markdown source={`${'> '.repeat(20_000)}deep\n\nend`} />);
    expect(await screen.findByText(/end/)).toBeInTheDocument();
  });
});
