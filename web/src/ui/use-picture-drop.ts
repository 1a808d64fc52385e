import { assetEndpoints } from '@vexil/contract/asset.endpoints';
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { call } from '../api/call';
import { describeError } from '../api/describe-error';
import { useText } from '../i18n/use-text';
import { formatBytes } from './format-bytes';

/** What the platform shows within a page. */
const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];
/** A page of text with a larger one is slow for everybody. */
const pictureSizeBytesMax = 10 * 1024 * 1024;

/** As if typed, so that it can be undone; the browser keeps no history of a field that has no focus. */
function replaceIn(area: HTMLTextAreaElement, from: number, to: number, text: string): void {
  const { selectionStart: start, selectionEnd: end } = area;
  const isTyped = document.activeElement === area && typeof document.execCommand === 'function';
  area.setSelectionRange(from, to);
  if (!isTyped || !document.execCommand('insertText', false, text)) {
    area.setRangeText(text, from, to, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (start === from && end === to) return;
  const moved = (place: number) => (place < to ? Math.min(place, from) : place + text.length - (to - from));
  area.setSelectionRange(moved(start), moved(end));
}

function linkOf({ name }: File, hash: string): string {
  const address = encodeURIComponent(name).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'));
  return `![${name.replace(/\.\w+$/, '').replace(/[[\]\\]/g, '')}](/assets/${hash}/${address})`;
}

/** Pictures that are pasted or dropped into a text are stored, and linked where the caret is. */
export function usePictureDrop() {
  const t = useText();
  const [error, setError] = useState<string>();
  const [isOver, setOver] = useState(false);
  const marks = useRef(0);
  const [leaving] = useState(() => ({ current: new AbortController() }));
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, [leaving]);

  const store = async (area: HTMLTextAreaElement, file: File, isLast: boolean) => {
    const { signal } = leaving.current;
    marks.current += 1;
    const mark = `[${t('ui.markdown.uploading', { name: file.name })} ${marks.current}]`;
    replaceIn(area, area.selectionStart, area.selectionEnd, isLast ? mark : `${mark}\n`);
    const put = (text: string) => {
      const at = area.value.indexOf(mark);
      // It may have been deleted meanwhile.
      if (at !== -1) replaceIn(area, at, at + mark.length, text);
    };
    try {
      const [stored] = await call(assetEndpoints.upload, { files: [file] }, { signal });
      put(stored ? linkOf(file, stored.hash) : '');
    } catch (cause) {
      if (signal.aborted) return;
      put('');
      setError(`${file.name}: ${describeError(cause)}`);
    }
  };

  const take = async (area: HTMLTextAreaElement, files: readonly File[]) => {
    const wrongKind = files.find(({ type }) => !pictureTypes.includes(type));
    const tooLarge = files.find(({ size }) => size > pictureSizeBytesMax);
    setError(undefined);
    if (wrongKind) return setError(t('ui.file.wrongKind', { name: wrongKind.name }));
    const max = formatBytes(pictureSizeBytesMax);
    if (tooLarge) return setError(t('ui.file.tooLarge', { name: tooLarge.name, max }));
    area.focus();
    await Promise.all(files.map((file, index) => store(area, file, index === files.length - 1)));
  };

  return {
    error,
    handlers: {
      'data-over': isOver || undefined,
      onKeyDown: () => setError(undefined),
      onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
        const { files } = event.clipboardData;
        // Programs for texts and tables put a picture of the text beside it.
        if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return;
        event.preventDefault();
        void take(event.currentTarget, [...files]);
      },
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent<HTMLTextAreaElement>) {
        setOver(false);
        const { files } = event.dataTransfer;
        if (files.length === 0) return;
        // Else the browser would open the file in place of the page.
        event.preventDefault();
        void take(event.currentTarget, [...files]);
      },
    },
  };
}
