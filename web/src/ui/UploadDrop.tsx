import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../api/describe-error';
import { FileDrop, type FileDropProps } from './FileDrop';

/** Stores a file; `onProgress` takes the part that has been sent. */
export type Upload = (file: File, onProgress: (part: number) => void) => Promise<unknown>;

type UploadDropProps = Pick<FileDropProps, 'accept' | 'sizeBytesMax' | 'preview' | 'multiple'> & {
  upload: Upload;
};

/** Takes a file, or several, and sends one after the other at once. */
export function UploadDrop({ upload, ...drop }: UploadDropProps) {
  const [progress, setProgress] = useState(0);
  const sending = useMutation({
    mutationFn: async (files: File[]) => {
      for (const [index, file] of files.entries()) {
        await upload(file, (part) => setProgress((index + part) / files.length));
      }
    },
    onMutate: () => setProgress(0),
  });
  return (
    <FileDrop
      {...drop}
      onFiles={(files) => sending.mutate(files)}
      progress={sending.isPending ? progress : undefined}
      error={sending.error ? describeError(sending.error) : undefined}
    />
  );
}
