// E-mail addresses as browsers take them: the name of the host may be written in any script, and is stored as the names
// that mail servers resolve.

/** As zod's own form, with the names of Unicode hosts, whose top levels begin with `xn--`. */
export const emailForm =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]{1,59})$/;

const hostLengthMax = 253;
// What would end or change the host of a URL.
const notInHost = /[\s/:?#@\\%[\]]/;

/** `bücher.example` as `xn--bcher-kva.example`; what is no name of a host is returned as it is. */
export function asciiHost(host: string): string {
  const isPlain = /^[\0-\x7f]*$/.test(host);
  if (isPlain || host.length > hostLengthMax || notInHost.test(host) || !URL.canParse(`http://${host}`)) return host;
  return new URL(`http://${host}`).hostname;
}

export function asciiEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return at === 0 ? email : email.slice(0, at) + asciiHost(email.slice(at));
}
