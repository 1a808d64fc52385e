import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Config } from '@vexil/runtime/config';
import type { Logger } from 'pino';

type Files = NonNullable<Config['containerTls']>;

export interface Certificate {
  context(): SecureContext;
  pem(): { cert: Buffer; key: Buffer };
  /** Reads the files again; a pair that does not fit is refused and the last one stays. */
  reload(): Promise<boolean>;
}

async function read({ certificateFile, keyFile }: Files) {
  const [cert, key] = await Promise.all([readFile(certificateFile), readFile(keyFile)]);
  return { cert, key, context: createSecureContext({ cert, key }) };
}

/** Rejects when the files cannot be read or do not fit. */
export async function openCertificate(files: Files, log: Logger): Promise<Certificate> {
  let current = await read(files).catch((cause) => {
    throw new Error('The files of CONTAINER_TLS_CERT and CONTAINER_TLS_KEY are not a certificate and its key.', {
      cause,
    });
  });
  /** A renewal that writes one file after the other is seen as a change twice, so it is reported once. */
  let refused = '';
  return {
    context: () => current.context,
    pem: () => ({ cert: current.cert, key: current.key }),
    async reload() {
      try {
        const next = await read(files);
        refused = '';
        if (next.cert.equals(current.cert) && next.key.equals(current.key)) return false;
        current = next;
        log.info({ event: 'proxy.certificate_reloaded' }, 'The certificate of CONTAINER_TLS_PORT was reloaded');
        return true;
      } catch (err) {
        const reason = String(err);
        if (reason !== refused) {
          log.warn(
            { event: 'proxy.certificate_refused', err },
            'The new certificate of CONTAINER_TLS_PORT cannot be used; the last one stays',
          );
        }
        refused = reason;
        return false;
      }
    },
  };
}
