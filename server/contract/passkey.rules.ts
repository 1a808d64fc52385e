/** Browsers know passkeys at a name with https, and on the own machine. */
export function isPasskeyOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  if (/^\[|\.\d+$/.test(hostname)) return false;
  return protocol === 'https:' || (protocol === 'http:' && /(^|\.)localhost$/.test(hostname));
}
