import { isIP, isIPv4 } from 'node:net';
import { z } from 'zod';

const names = ['loopback', 'linklocal', 'uniquelocal'];

/** A range of all addresses is `true`, which says what it is. */
function isProxyAddress(text: string): boolean {
  if (names.includes(text)) return true;
  const [address = '', range = '32', ...rest] = text.split('/');
  const kind = isIP(address);
  if (kind === 0 || rest.length > 0) return false;
  if (!/^\d{1,3}$/.test(range)) return kind === 4 && isIPv4(range) && !range.startsWith('0.');
  return Number(range) > 0 && Number(range) <= (kind === 6 ? 128 : 32);
}

export const TrustProxy = z.string().transform((value, ctx): boolean | number | string[] => {
  if (value === 'true' || value === 'false') return value === 'true';
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const addresses = value.split(',').map((address) => address.trim());
  if (addresses.every(isProxyAddress)) return addresses;
  ctx.addIssue({
    code: 'custom',
    message: 'must be a number of proxies such as 1, their addresses with commas between, true or false',
  });
  return z.NEVER;
});

export const trustWarning =
  'TRUST_PROXY=true believes every sender: a client that names another address in X-Forwarded-For counts as that ' +
  'address, so limits per address do not hold, and log and audit show what clients wrote. Set it to 1 for one proxy in ' +
  'front, or to the addresses of the proxies';
