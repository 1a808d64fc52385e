import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { AccountRow } from '@vexil/db/schema/account';
import { factors } from '@vexil/db/schema/factor';
import { makeChallenge } from '../src/account/passkey';
import { browserCookie } from '../src/account/sign-in.state';
import type { TestApp } from './app';

/** Of requests that a test injects. */
const testOrigin = 'http://localhost';
const flag = { present: 1, verified: 4, attested: 64 } as const;

interface Asked {
  challenge: string;
  rpId: string;
}

/** What an authenticator or browser would never do by itself. */
interface Changes {
  origin?: string;
  rpId?: string;
  type?: string;
  counter?: number;
  isVerified?: boolean;
  attestation?: { fmt: string; attStmt: Map<string, unknown> };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer) => data.toString('base64url');

/** An authenticator in software, and the browser before it: one key of ES256, without attestation. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  const cose = Buffer.from(isoCBOR.encode(key));
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  let counted = 0;

  const clientData = (type: string, { challenge }: Asked, changes: Changes) =>
    Buffer.from(JSON.stringify({ type: changes.type ?? type, challenge, origin: changes.origin ?? testOrigin }));

  function head({ rpId }: Asked, changes: Changes, flags: number): Buffer {
    counted = changes.counter ?? counted + 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(counted);
    const verified = changes.isVerified === false ? 0 : flag.verified;
    return Buffer.concat([sha256(changes.rpId ?? rpId), Buffer.from([flags | flag.present | verified]), counter]);
  }

  return {
    id,
    publicKey: base64url(cose),
    make(asked: Asked, changes: Changes = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const first = head(asked, changes, flag.attested);
      const authData = new Uint8Array(Buffer.concat([first, Buffer.alloc(16), length, credentialId, cose]));
      const { fmt, attStmt } = changes.attestation ?? { fmt: 'none', attStmt: new Map() };
      const attestation = new Map<string, unknown>(Object.entries({ fmt, attStmt, authData }));
      const attestationObject = base64url(Buffer.from(isoCBOR.encode(attestation as Map<string, string>)));
      const clientDataJSON = base64url(clientData('webauthn.create', asked, changes));
      return { id, response: { clientDataJSON, attestationObject, transports: ['internal'] } };
    },
    sign(asked: Asked, changes: Changes = {}) {
      const client = clientData('webauthn.get', asked, changes);
      const data = head(asked, changes, 0);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      };
    },
  };
}

/** A passkey of an account, and its authenticator. */
export async function buildPasskey(
  { db }: Pick<TestApp, 'db'>,
  { id: accountId }: Pick<AccountRow, 'id'>,
  name = 'Laptop',
) {
  const authenticator = createAuthenticator();
  const { id: credentialId, publicKey } = authenticator;
  const [row] = await db.insert(factors).values({ accountId, name, credentialId, publicKey }).returning();
  if (!row) throw new Error('The passkey was not stored.');
  return { ...authenticator, factorId: row.id };
}

/** A challenge, and the browser that it is for. */
export async function askPasskey({ deps }: Pick<TestApp, 'deps'>, use: string) {
  const browser = randomBytes(16).toString('hex');
  const asked = await makeChallenge(deps, { origin: testOrigin, purpose: `${use} ${browser}` });
  return { asked, cookies: { [browserCookie]: browser } };
}
