/** Multipart body for `app.inject`. */
export function multipartOf(files: { field?: string; fileName?: string; content: Buffer | string; type?: string }[]): {
  payload: Buffer;
  headers: Record<string, string>;
} {
  const boundary = 'test-boundary-7f3a';
  const parts = files.flatMap(
    ({ field = 'file', fileName = 'file.bin', content, type = 'application/octet-stream' }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ],
  );
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
