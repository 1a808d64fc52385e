/** Checked before anything is unpacked. */
export const packageLimits = {
  entriesMax: 20_000,
  /** Unpacked bytes per byte of `PACKAGE_MAX_MIB`. */
  unpackedFactor: 4,
  /** Unpacked bytes per archive byte, checked above `ratioFreeBytes`. */
  ratioMax: 100,
  ratioFreeBytes: 64 * 1024 ** 2,
  jsonBytesMax: 16 * 1024 ** 2,
  jsonTotalBytesMax: 64 * 1024 ** 2,
} as const;
