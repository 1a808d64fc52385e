import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDescribeError } from '../api/describe-error';
import { FileDrop, type FileDropProps } from './FileDrop';

/** Stores a file; `onProgress` takes the part that has been sent. */
export type Upload = (file: File, onProgress: (part: number) => void) => Promise<unknown>;

type UploadDropProps = Pick<FileDropProps, 'accept' | 'sizeBytesMax' | 'preview'> & {
  upload: Upload;
};

/** Takes one file and sends it at once. */
export function UploadDrop({ upload, ...drop }: UploadDropProps) {
  const describe = useDescribeError();
  const [progress, setProgress] = useState(0);
  const sending = useMutation({
    mutationFn: (file: File) => upload(file, setProgress),
    onMutate: () => setProgress(0),
  });
  return (
    <FileDrop
      {...drop}
      onFiles={([file]) => file && sending.mutate(file)}
      progress={sending.isPending ? progress : undefined}
      error={sending.error ? describe(sending.error) : undefined}
    />
  );
}
