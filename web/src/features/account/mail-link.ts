/** Both parts of a mailed link in base64, passed to the server unchanged. */
export type MailLink = { token: string; email: string };

/** The address in a link, for display; null if it is malformed. */
export function addressIn({ email }: MailLink): string | null {
  try {
    // An unescaped plus arrives as a space; some clients use the URL-safe alphabet.
    const binary = atob(email.replaceAll(/[ -]/g, '+').replaceAll('_', '/'));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(binary, (byte) => byte.charCodeAt(0)),
    );
    return text.includes('@') ? text : null;
  } catch {
    return null;
  }
}
