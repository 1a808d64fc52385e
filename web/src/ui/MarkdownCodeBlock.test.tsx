import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../testing/render';
import { CodeBlock } from './MarkdownCodeBlock';
import { highlight } from './markdown-highlight';

vi.mock('./markdown-highlight', () => ({ highlight: vi.fn(() => 'in colours') }));

it('colours code by its language, and asks for no highlighter where the language says plain text', async () => {
  const { container } = renderUi(
    <>
      <CodeBlock text="flag{plain}" language="text" />
      <CodeBlock text="flag{unnamed}" />
      <CodeBlock text="let a;" language="js" />
    </>,
  );
  const shown = () => [...container.querySelectorAll('code')].map(({ textContent }) => textContent);
  await waitFor(() => expect(shown()).toEqual(['flag{plain}', 'flag{unnamed}', 'in colours']));
  expect(vi.mocked(highlight).mock.calls).toEqual([['let a;', 'js']]);
});
