/** Both parts of a mailed link as it has them, base64; the server takes them as they are. */
export type MailLink = { token: string; email: string };

/** The address that a link names, for its reader; null when it names none. */
export function addressIn({ email }: MailLink): string | null {
  try {
    // A plus that came through an address unescaped has become a blank; other writers use the alphabet for addresses.
    const binary = atob(email.replaceAll(/[ -]/g, '+').replaceAll('_', '/'));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(binary, (byte) => byte.charCodeAt(0)),
    );
    return text.includes('@') ? text : null;
  } catch {
    return null;
  }
}
