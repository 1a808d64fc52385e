import { createPublicKey, verify } from 'node:crypto';
import { createSealing } from '@vexil/db/sealing';
import { testSecretKey } from '@vexil/db/testing/game';
import { describe, expect, it } from 'vitest';
import { createGameKeys, gameHashSalt, signTeamToken } from './game.keys';

const sealer = { sealing: createSealing(testSecretKey) };
// The first key pair of RFC 8032, section 7.1.
const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
const publicKey = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex');

function verifies(publicKey: string, token: string): boolean {
  const [teamId, signature = ''] = token.split(':');
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(publicKey, 'base64')]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, Buffer.from(`GZCTF_TEAM_${teamId}`), key, Buffer.from(signature, 'base64'));
}

describe('the keys of a game', () => {
  it('sign tokens that the public key verifies', () => {
    const keys = createGameKeys(sealer);
    expect(Buffer.from(keys.publicKey, 'base64')).toHaveLength(32);
    const token = signTeamToken(sealer, keys, 12);
    expect(token).toMatch(/^12:[A-Za-z0-9+/]{86}==$/);
    expect(verifies(keys.publicKey, token)).toBe(true);
    expect(verifies(createGameKeys(sealer).publicKey, token)).toBe(false);
    expect(verifies(keys.publicKey, token.replace('12:', '13:'))).toBe(false);
  });

  it('are deterministic: a team always gets the same token', () => {
    const game = { privateKeySealed: sealer.sealing.seal(seed.toString('base64')) };
    expect(signTeamToken(sealer, game, 7)).toBe(signTeamToken(sealer, game, 7));
    expect(verifies(publicKey.toString('base64'), signTeamToken(sealer, game, 7))).toBe(true);
  });

  it('keep the seed encrypted and give each game its own constant salt', () => {
    const [one, other] = [createGameKeys(sealer), createGameKeys(sealer)];
    expect(gameHashSalt(sealer, one)).toMatch(/^[0-9a-f]{64}$/);
    expect(gameHashSalt(sealer, one)).toBe(gameHashSalt(sealer, one));
    expect(gameHashSalt(sealer, one)).not.toBe(gameHashSalt(sealer, other));
    expect(one.privateKeySealed).not.toContain(sealer.sealing.unseal(one.privateKeySealed));
  });
});
