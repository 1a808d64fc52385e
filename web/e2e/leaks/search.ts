// Searches megabytes of replies for hundreds of secrets in every encoding.

export interface Found {
  secret: string;
  /** Encoding: `plain`, `base64`, … */
  form: string;
  at: number;
}

const keyLength = 8;

/** Base64 of a text at each of the three offsets in a longer text, without the characters that depend on its neighbours. */
function base64Cores(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return encoded.slice(Math.ceil((before * 8) / 6), whole);
  });
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escapeXml = (text: string, special: RegExp) => text.replace(special, (one) => entities[one] ?? one);

/** All encodings of a secret, by name. */
export function formsOf(secret: string): [form: string, text: string][] {
  const hex = Buffer.from(secret).toString('hex');
  const json = JSON.stringify(secret).slice(1, -1);
  const cores = base64Cores(secret);
  const forms: [string, string][] = [
    ['plain', secret],
    ['JSON', json],
    ['JSON in JSON', JSON.stringify(json).slice(1, -1)],
    ['percent-encoded', encodeURIComponent(secret)],
    ['form-encoded', new URLSearchParams({ '': secret }).toString().slice(1)],
    ['XML', escapeXml(secret, /[&<>]/g)],
    ['XML attribute', escapeXml(secret, /[&<>"']/g)],
    ['HTML', escapeXml(secret, /[&<>"']/g).replaceAll('&apos;', '&#39;')],
    ...cores.map((core): [string, string] => ['base64', core]),
    ...cores.map((core): [string, string] => ['base64url', core.replaceAll('+', '-').replaceAll('/', '_')]),
    ['hex', hex],
    ['hex', hex.toUpperCase()],
  ];
  const seen = new Set<string>();
  return forms.filter(([, text]) => !seen.has(text) && seen.add(text));
}

/** Searches for all secrets in one pass. */
export function createSearch(secrets: Iterable<string>): (text: string) => Found[] {
  const byKey = new Map<string, { secret: string; form: string; text: string }[]>();
  for (const secret of new Set(secrets)) {
    if (secret.length < keyLength) throw new Error(`"${secret}" is too short to be distinguishable.`);
    for (const [form, text] of formsOf(secret)) {
      const key = text.slice(0, keyLength);
      const known = byKey.get(key);
      if (known) known.push({ secret, form, text });
      else byKey.set(key, [{ secret, form, text }]);
    }
  }
  return (text) => {
    const found: Found[] = [];
    for (let at = 0; at + keyLength <= text.length; at += 1) {
      const candidates = byKey.get(text.substring(at, at + keyLength));
      if (!candidates) continue;
      for (const { secret, form, text: wanted } of candidates) {
        if (text.startsWith(wanted, at)) found.push({ secret, form, at });
      }
    }
    return found;
  };
}

const excerptLength = 80;

export function excerpt(text: string, at: number): string {
  const from = Math.max(0, at - excerptLength / 4);
  return text.slice(from, from + excerptLength).replace(/\s+/g, ' ');
}
