import { openFileStorage } from './file-storage';
import { openS3Storage } from './s3-storage';
import type { StorageSettings } from './settings';
import type { Storage } from './storage';

export function openStorage(settings: StorageSettings): Storage {
  return settings.kind === 's3' ? openS3Storage(settings) : openFileStorage(settings.directory);
}
