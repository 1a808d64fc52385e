import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificate {
  /** PEM files: the certificate, its key, and both in one. */
  certificate: string;
  key: string;
  combined: string;
}

/** A certificate for hosts, signed by itself, in a directory. */
export function makeCertificate(directory: string, host: string | readonly string[], days = 2): Certificate {
  const hosts = [host].flat();
  const [certificate = '', key = '', combined = ''] = ['certificate.pem', 'key.pem', 'combined.pem'].map((name) =>
    join(directory, name),
  );
  const name = [
    '-subj',
    `/CN=${hosts[0]}`,
    '-addext',
    `subjectAltName=${hosts.map((one) => `DNS:${one}`).join()}`,
    '-days',
    String(days),
  ];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const args = ['req', '-x509', ...curve, ...name, '-keyout', key, '-out', certificate];
  execFileSync('openssl', args, { stdio: 'ignore' });
  writeFileSync(combined, `${readFileSync(certificate, 'utf8')}${readFileSync(key, 'utf8')}`);
  return { certificate, key, combined };
}
