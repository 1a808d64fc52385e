import type { IncomingHttpHeaders } from 'node:http';

export interface Validators {
  tag: string;
  modifiedAt: Date;
}

export type Precondition = 'passed' | 'notModified' | 'failed';

const listed = (header: string) => header.split(',').map((each) => each.trim());

function isUnchangedSince(header: string | undefined, { modifiedAt }: Validators): boolean | undefined {
  const date = Date.parse(header ?? '');
  return Number.isNaN(date) ? undefined : Math.floor(modifiedAt.getTime() / 1000) * 1000 <= date;
}

/** The four conditional headers of a GET or HEAD, in the order of RFC 9110, section 13.2.2. */
export function checkPreconditions(headers: IncomingHttpHeaders, current: Validators): Precondition {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (match !== undefined) {
    const tags = listed(match);
    if (!tags.includes('*') && !tags.includes(current.tag)) return 'failed';
  } else if (isUnchangedSince(headers['if-unmodified-since'], current) === false) {
    return 'failed';
  }
  if (noneMatch !== undefined) {
    const tags = listed(noneMatch).map((tag) => tag.replace(/^W\//, ''));
    return tags.includes('*') || tags.includes(current.tag) ? 'notModified' : 'passed';
  }
  return isUnchangedSince(headers['if-modified-since'], current) ? 'notModified' : 'passed';
}

export function mayGiveRange(headers: IncomingHttpHeaders, { tag, modifiedAt }: Validators): boolean {
  const ifRange = headers['if-range'];
  return ifRange === undefined || ifRange === tag || ifRange === modifiedAt.toUTCString();
}
