// An escape of JSON: a pair of surrogates, one half of a pair, or any other. Every escape is matched, because a
// backslash that is itself escaped begins none.
const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}(?:\\u[dD][c-fC-F][\da-fA-F]{2})?|u[dD][c-fC-F][\da-fA-F]{2}|[\s\S])/g;
const surrogateEscape = /\\u[dD][89a-fA-F]/;
const halfLength = '\\ud800'.length;

/** Half a surrogate pair, which PostgreSQL refuses, becomes the replacement character. Throws SyntaxError. */
export function parseJson(text: string): unknown {
  if (!surrogateEscape.test(text)) return JSON.parse(text);
  return JSON.parse(text.replace(escapes, (found) => (found.length === halfLength ? '\\ufffd' : found)));
}
