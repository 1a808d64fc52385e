export const writeupSizeBytesMax = 20 * 1024 * 1024;
