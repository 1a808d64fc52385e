export const imageSizeBytesMax = 3 * 1024 * 1024;
