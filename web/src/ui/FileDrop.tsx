import { Button, Progress } from '@mantine/core';
import { IconCloudUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useText } from '../i18n/use-text';
import classes from './FileDrop.module.css';
import { formatBytes } from './format-bytes';

export type FileDropProps = {
  /** As in `<input accept>`: `image/png,image/webp` or `.pdf`. */
  accept?: string;
  sizeBytesMax?: number;
  multiple?: boolean;
  /** Hands over files of any size: the owner says of each why it is refused. */
  anySize?: boolean;
  onFiles: (files: File[]) => void;
  /** 0 to 1 while an upload runs. */
  progress?: number;
  /** Why the last one was refused. */
  error?: ReactNode;
  /** What is there now, or what was chosen. */
  preview?: ReactNode;
};

function accepted(file: File, accept: string | undefined): boolean {
  if (!accept) return true;
  return accept.split(',').some((rule) => {
    const wanted = rule.trim().toLowerCase();
    if (wanted.startsWith('.')) return file.name.toLowerCase().endsWith(wanted);
    if (wanted.endsWith('/*')) return file.type.startsWith(wanted.slice(0, -1));
    return file.type === wanted;
  });
}

/** Takes files by drop or by choice; refuses wrong kinds and sizes before anything is sent. */
export function FileDrop(props: FileDropProps) {
  const { accept, sizeBytesMax, multiple = false, anySize = false, onFiles, progress, error, preview } = props;
  const t = useText();
  const choose = t(multiple ? 'ui.file.chooseMany' : 'ui.file.choose');
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const take = (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, multiple ? undefined : 1);
    if (files.length === 0) return;
    const wrongKind = files.find((file) => !accepted(file, accept));
    const tooLarge = files.find((file) => !anySize && sizeBytesMax !== undefined && file.size > sizeBytesMax);
    if (wrongKind) return setRefusal(t('ui.file.wrongKind', { name: wrongKind.name }));
    if (tooLarge)
      return setRefusal(t('ui.file.tooLarge', { name: tooLarge.name, max: formatBytes(sizeBytesMax ?? 0) }));
    setRefusal(undefined);
    onFiles(files);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const message = refusal ?? error;

  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to what the button inside does */}
      <div
        className={`${classes.drop} ${over ? classes.over : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        {preview ?? <IconCloudUpload size={28} stroke={1.5} className="faint" />}
        <div className={classes.words}>
          <Button variant="default" onClick={() => input.current?.click()} disabled={progress !== undefined}>
            {choose}
          </Button>
          <span className="dimmed text-13">
            {t(multiple ? 'ui.file.dropMany' : 'ui.file.drop')}
            {sizeBytesMax !== undefined && ` ${t('ui.file.max', { max: formatBytes(sizeBytesMax) })}`}
          </span>
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept={accept}
          multiple={multiple}
          aria-label={choose}
          onChange={(event) => {
            take(event.currentTarget.files);
            event.currentTarget.value = ''; // The corrected file may have the same name.
          }}
        />
      </div>
      {progress !== undefined && (
        <Progress value={progress * 100} size="sm" mt="xs" aria-label={t('ui.file.progress')} />
      )}
      {message && (
        <p className={classes.error} role="alert">
          {message}
        </p>
      )}
    </div>
  );
}
