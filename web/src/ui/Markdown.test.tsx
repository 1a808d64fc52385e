import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderUi } from '../testing/render';
import { Markdown } from './Markdown';

describe('Markdown', () => {
  it('runs no HTML', async () => {
    const { container } = renderUi(
      <Markdown source={'Hello <img src=x onerror="alert(1)"> <script>alert(1)</script> **you**'} />,
    );
    expect(await screen.findByText('you')).toBeVisible();
    expect(container.querySelector('img, script')).toBeNull();
  });

  it('leads nowhere by script', async () => {
    renderUi(<Markdown source="[press](javascript:alert(1))" />);
    expect((await screen.findByText('press')).getAttribute('href') ?? '').not.toContain('javascript');
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
});
