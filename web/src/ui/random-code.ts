// Without letters and digits that look alike, because such codes are read out and typed.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** An unguessable code; 24 characters are about 118 bits. */
export function randomCode(length = 24): string {
  const bytes = new Uint8Array(1);
  let code = '';
  while (code.length < length) {
    const [byte = 0] = crypto.getRandomValues(bytes);
    // Bytes past the last whole round of the alphabet would favour its first letters.
    if (byte < 256 - (256 % alphabet.length)) code += alphabet.charAt(byte % alphabet.length);
  }
  return code;
}
