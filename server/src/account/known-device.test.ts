import { testSealing } from '@vexil/db/testing/game';
import { describe, expect, it } from 'vitest';
import { addToDevice, deviceAccountsMax, recogniseDevice } from './known-device';

let drawn = 0;
const bytes = (length: number) => {
  drawn += 1;
  return Buffer.alloc(length, drawn);
};
const deps = {
  sealing: testSealing,
  random: { bytes },
} as unknown as Parameters<typeof addToDevice>[0];
const account = (id: string, passwordHash = 'hash') => ({ id, passwordHash });

describe('the cookie of a known device', () => {
  it('is recognised by the account that signed in and no other', () => {
    const text = addToDevice(deps, undefined, account('a'));
    expect(recogniseDevice(deps, text, account('a'))).toBe(text.split('.')[0]);
    expect(recogniseDevice(deps, text, account('b'))).toBeNull();
    expect(recogniseDevice(deps, text, undefined)).toBeNull();
    expect(recogniseDevice(deps, undefined, account('a'))).toBeNull();
  });

  it('says nothing after a change of the password', () => {
    const text = addToDevice(deps, undefined, account('a'));
    expect(recogniseDevice(deps, text, account('a', 'other'))).toBeNull();
  });

  it('keeps its id and the last five accounts, each once', () => {
    const first = addToDevice(deps, undefined, account('0'));
    const ids = ['1', '2', '3', '4', '0', '1'];
    const text = ids.reduce((now, id) => addToDevice(deps, now, account(id)), first);
    expect(text.split('.')).toHaveLength(1 + deviceAccountsMax);
    for (const id of ['0', '1', '2', '3', '4'])
      expect(recogniseDevice(deps, text, account(id))).toBe(first.split('.')[0]);
    const more = addToDevice(deps, text, account('5'));
    expect(recogniseDevice(deps, more, account('5'))).not.toBeNull();
    expect(recogniseDevice(deps, more, account('2'))).toBeNull();
    expect(more.split('.')).toHaveLength(6);
  });

  it('is worth nothing in another browser id, cut off, or made up', () => {
    const text = addToDevice(deps, undefined, account('a'));
    const other = addToDevice(deps, undefined, account('a'));
    expect(other).not.toBe(text);
    const [id = '', mark = ''] = text.split('.');
    const [otherId = ''] = other.split('.');
    for (const forged of [
      `${otherId}.${mark}`,
      id,
      `${id}.`,
      `${id}.${mark.slice(1)}`,
      `${id}.${'A'.repeat(24)}`,
      '',
      'x',
    ])
      expect(recogniseDevice(deps, forged, account('a')), forged).toBeNull();
    // Replaced by a new one, not extended.
    expect(addToDevice(deps, 'forged', account('a')).split('.')).toHaveLength(2);
  });
});
