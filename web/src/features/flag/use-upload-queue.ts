import type { ChallengeEdit } from '@vexil/contract/challenge';
import { useEffect, useRef, useState } from 'react';
import { useStore } from '../../store/create-store';
import { useFileUpload } from './flag.queries';
import { UploadQueue } from './upload-queue';

const isReadable = (file: File) =>
  new Promise<boolean>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(true);
    reader.onerror = () => resolve(false);
    reader.readAsArrayBuffer(file.slice(0, 1));
  });

/** The queue of this page; it ends with it. */
export function useUploadQueue(gameId: number, { id, fileName }: ChallengeEdit) {
  const calls = useFileUpload(gameId, id, fileName || 'attachment');
  const latest = useRef(calls);
  latest.current = calls;
  const [queue] = useState(
    () =>
      new UploadQueue({
        store: (files, options) => latest.current.store(files, options),
        bind: (files) => latest.current.bind(files),
        isReadable,
        later: (run, delayMs) => {
          const timer = setTimeout(run, delayMs);
          return () => clearTimeout(timer);
        },
      }),
  );
  const view = useStore(queue.view);
  const isIdle = !view.items.some(({ state }) => state === 'waiting' || state === 'sending');
  const bound = view.items.filter(({ state }) => state === 'done').length;
  const shown = useRef(0);
  useEffect(() => {
    if (!isIdle || bound <= shown.current) {
      shown.current = Math.min(shown.current, bound);
      return;
    }
    // Once per run: a challenge with thousands of flags is long.
    shown.current = bound;
    void latest.current.refresh();
  }, [isIdle, bound]);
  useEffect(() => {
    const goOn = () => queue.tryNow();
    window.addEventListener('online', goOn);
    return () => {
      window.removeEventListener('online', goOn);
      queue.close();
    };
  }, [queue]);
  return { queue, view };
}
