/** Of archives of accounts in the file storage; backups leave them out. */
export const exportFolder = 'export/';

export const exportKey = (accountId: string): string => `${exportFolder}${accountId}.zip`;
