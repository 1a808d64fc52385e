import { onTestFinished, vi } from 'vitest';

/** The texts that the page hands to the browser as downloads, by file name. */
export function catchDownloads(): Map<string, Promise<string>> {
  const files = new Map<string, Promise<string>>();
  let latest = new Blob();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.set(this.download, textOf(latest));
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const createObjectURL = (blob: Blob) => {
    latest = blob;
    return 'blob:made';
  };
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }));
  return files;
}

const textOf = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
