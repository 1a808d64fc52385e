import { describe, expect, it } from 'vitest';
import { noDb, stubDb } from '../../testing/stub-db';
import { canUploadAssets } from './asset.policy';

describe('canUploadAssets', () => {
  it('lets administrators and organisers store files, and no one else', async () => {
    expect(await canUploadAssets({ db: noDb }, { id: 'account', role: 'Admin' })).toBe(true);
    expect(await canUploadAssets({ db: stubDb(() => [[7]]) }, { id: 'account', role: 'User' })).toBe(true);
    expect(await canUploadAssets({ db: stubDb(() => []) }, { id: 'account', role: 'Monitor' })).toBe(false);
    expect(await canUploadAssets({ db: noDb }, { id: 'account', role: 'Banned' })).toBe(false);
  });
});
