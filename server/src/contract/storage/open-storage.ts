import type { Config } from '../config';
import { openFileStorage } from './file-storage';
import type { Storage } from './storage';

/** The storage that the settings name; opening it neither reads nor writes anything yet. */
export function openStorage(settings: Config['storage']): Storage {
  return openFileStorage(settings.directory);
}
