export const assetSizeBytesMax = 512 * 1024 * 1024;
