export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ANY';

/** Files of endpoints never import zod, to keep it out of the browser. */
export interface Endpoint {
  method: Method;
  /** With `:name` for each member of the route's `params`. */
  path: string;
  /** Multipart; `field` names its file parts. */
  upload?: { field: string; many?: boolean; sizeBytesMax: number };
}

export type Endpoints = Record<string, Endpoint>;
