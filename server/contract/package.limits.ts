/** Checked before anything is unpacked. */
export const packageLimits = {
  bytesMax: 512 * 1024 ** 2,
  entriesMax: 20_000,
  unpackedBytesMax: 2 * 1024 ** 3,
  /** Unpacked bytes per archive byte, checked above `ratioFreeBytes`. */
  ratioMax: 100,
  ratioFreeBytes: 64 * 1024 ** 2,
  jsonBytesMax: 16 * 1024 ** 2,
  jsonTotalBytesMax: 64 * 1024 ** 2,
} as const;
