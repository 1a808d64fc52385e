import { fireEvent, screen, waitFor } from '@testing-library/react';
import { assetEndpoints } from '@vexil/contract/asset.endpoints';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, hold, refuse } from '../testing/api';
import { renderUi } from '../testing/render';
import { MarkdownField } from './MarkdownField';

const hash = 'ab'.repeat(32);
const storeAll = () => answer(assetEndpoints.upload, () => [{ hash, name: 'plan.png' }]);
const sentFiles = () => callsOf(assetEndpoints.upload).map(({ body }) => (body as FormData).get('files') as File);
const picture = (name: string, type = 'image/png', bytes = 8) => {
  const file = new File(['x'.repeat(8)], name, { type });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};

function Example({ start }: { start: string }) {
  const [value, setValue] = useState(start);
  return <MarkdownField label="Statement" value={value} onChange={setValue} />;
}

function open(start: string, caret = start.length) {
  const view = renderUi(<Example start={start} />);
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Statement' });
  area.focus();
  area.setSelectionRange(caret, caret);
  const paste = (files: File[], text = '') =>
    fireEvent.paste(area, { clipboardData: { files, getData: () => text, types: ['Files'] } });
  const drop = (files: File[]) => fireEvent.drop(area, { dataTransfer: { files, types: ['Files'] } });
  return { ...view, area, paste, drop };
}

describe('a picture in a Markdown field', () => {
  it('is stored and linked where the caret is, and the caret stays behind it', async () => {
    storeAll();
    const { area, paste, user } = open('Look: !', 6);
    paste([picture('harbour plan (1).png')]);
    expect(area).toHaveValue('Look: [Uploading harbour plan (1).png … 1]!');
    await waitFor(() =>
      expect(area).toHaveValue(`Look: ![harbour plan (1)](/assets/${hash}/harbour%20plan%20%281%29.png)!`),
    );
    expect(sentFiles().map(({ name }) => name)).toEqual(['harbour plan (1).png']);
    await user.keyboard(' here');
    expect(area.value).toMatch(/\.png\) here!$/);
  });

  it('leaves the caret alone that has moved on while it was stored', async () => {
    storeAll();
    const release = hold(assetEndpoints.upload);
    const { area, paste } = open('before after', 6);
    paste([picture('a.png')]);
    area.setSelectionRange(3, 3);
    release();
    await waitFor(() => expect(area.value).toContain('/assets/'));
    expect([area.selectionStart, area.selectionEnd]).toEqual([3, 3]);
  });

  it('comes with others when several are dropped', async () => {
    storeAll();
    const { area, drop } = open('');
    drop([picture('one.png'), picture('two.webp', 'image/webp')]);
    await waitFor(() => expect(area).toHaveValue(`![one](/assets/${hash}/one.png)\n![two](/assets/${hash}/two.webp)`));
    expect(sentFiles()).toHaveLength(2);
  });

  it.each([
    [picture('notes.pdf', 'application/pdf'), 'notes.pdf is not an accepted file type.'],
    [picture('map.svg', 'image/svg+xml'), 'map.svg is not an accepted file type.'],
    [picture('huge.png', 'image/png', 11 * 1024 * 1024), /^huge\.png is larger than 10/],
  ])('is refused before it is sent when it is none or too large', async (file, words) => {
    storeAll();
    const { area, drop, user } = open('as it was');
    expect(drop([file]), 'the browser does not open the file').toBe(false);
    expect(await screen.findByText(words)).toBeVisible();
    expect(area).toBeInvalid();
    expect([area.value, sentFiles()]).toEqual(['as it was', []]);
    await user.type(area, '!');
    expect(screen.queryByText(words)).toBeNull();
  });

  it('leaves the text as it was when the server refuses it, and says why', async () => {
    refuse(assetEndpoints.upload, 'account.forbidden');
    const { area, paste } = open('as it was');
    paste([picture('a.png')]);
    expect(await screen.findByText(/^a\.png: /)).toBeVisible();
    expect(area).toHaveValue('as it was');
  });

  it('does not get in the way of text', () => {
    storeAll();
    const { paste } = open('');
    expect(paste([], 'plain'), 'left to the browser').toBe(true);
    // Programs for tables copy a picture of the cells as well.
    expect(paste([picture('cells.png')], 'a\tb'), 'left to the browser').toBe(true);
    expect(sentFiles()).toEqual([]);
  });
});
