import { strToU8, zipSync } from 'fflate';

/** The DOM of tests has blobs without contents to read. */
export function readBlobs(): void {
  const read = (blob: Blob) =>
    new Promise<ArrayBuffer>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as ArrayBuffer);
      reader.readAsArrayBuffer(blob);
    });
  Object.assign(Blob.prototype, {
    arrayBuffer(this: Blob) {
      return read(this);
    },
    stream(this: Blob) {
      const start = async (controller: ReadableStreamDefaultController) => {
        controller.enqueue(new Uint8Array(await read(this)));
        controller.close();
      };
      return new ReadableStream({ start });
    },
  });
}

export function zipFile(name: string, files: Record<string, string>): File {
  const entries = Object.entries(files).map(([path, text]) => [path, strToU8(text)] as const);
  return new File([zipSync(Object.fromEntries(entries)) as BlobPart], name, { type: 'application/zip' });
}
